# Homebrew formula.
class Lucena < Formula
  desc "Chess engine for the terminal that shows how it chooses its moves"
  homepage "@URL@"
  url "@URL@/lucena-@VERSION@.tar.gz"
  sha256 "@SOURCE_SHA256@"
  license "GPL-3.0-or-later"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"lucena", "completions")
    system bin/"lucena", "man", "--output", "man"
    man1.install Dir["man/*.1"]
    doc.install "THIRD-PARTY-NOTICES.txt"
  end

  test do
    assert_match "total: 8902", shell_output("#{bin}/lucena perft startpos 3")
  end
end
