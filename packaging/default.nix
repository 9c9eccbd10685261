# Nix: `nix-build packaging` in the source; the result is in ./result.
{ pkgs ? import <nixpkgs> { } }:
let
  manifest = (builtins.fromTOML (builtins.readFile ../Cargo.toml)).package;
in
pkgs.rustPlatform.buildRustPackage {
  pname = manifest.name;
  version = manifest.version;
  src = pkgs.lib.cleanSource ../.;
  cargoLock.lockFile = ../Cargo.lock;
  # The tests need a terminal, processes and several minutes.
  doCheck = false;
  nativeBuildInputs = [ pkgs.installShellFiles ];
  postInstall = ''
    $out/bin/lucena man --output man
    installManPage man/*.1
    for shell in bash zsh fish; do
      $out/bin/lucena completions $shell > lucena.$shell
    done
    install -Dm644 -t $out/share/doc/lucena README.md CHANGELOG.md LICENSE
    # The source archive of a release has the licences of the libraries, a clone has not.
    if [ -e THIRD-PARTY-NOTICES.txt ]; then install -Dm644 -t $out/share/doc/lucena THIRD-PARTY-NOTICES.txt; fi
    installShellCompletion --cmd lucena --bash lucena.bash --zsh lucena.zsh --fish lucena.fish
  '';
  meta = {
    description = manifest.description;
    license = pkgs.lib.licenses.gpl3Plus;
    mainProgram = "lucena";
  };
}
