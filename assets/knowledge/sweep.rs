// Written by `propnet::lanes::emit`; a test says how. Not to be edited.

pub(super) const OUTPUTS: usize = 232;
pub(super) const COUNTERS: usize = 16;
pub(super) const HANDED: usize = 52;

#[inline(always)]
pub(super) fn stage_0<const ALL: bool>(
    w: &mut Words, h: &mut Handed, t: &Tables, before: &Sums, s: &mut Sums,
) {
    let mut sum = before[0];
    let w0 = w[0]; // white.pawn
    sum += count(w0) * t.weights[0];
    s[0] = sum;
    let mut sum = before[1];
    let w6 = w[6]; // black.pawn
    sum += count(w6) * t.weights[9];
    s[1] = sum;
    let mut sum = before[2];
    let w33 = ahead::<56, 0xffffffffffffff>(w6); // black.pawn.front
    keep::<ALL>(w, 33, w33);
    let w29 = w6.rotate_left(55) & 0x7f7f7f7f7f7f7f; // black.pawn.attacks_left
    h[6] = w29;
    keep::<ALL>(w, 29, w29);
    let w30 = w6.rotate_left(57) & 0xfefefefefefefe; // black.pawn.attacks_right
    h[7] = w30;
    keep::<ALL>(w, 30, w30);
    let w31 = w29 | w30; // black.pawn.attacks
    h[8] = w31;
    keep::<ALL>(w, 31, w31);
    let w32 = ahead::<56, 0xffffffffffffff>(w31); // black.pawn.attacks_later
    keep::<ALL>(w, 32, w32);
    let w42 = w31 | w32; // black.pawn.reach
    keep::<ALL>(w, 42, w42);
    let w19 = ahead::<56, 0xffffffffffffff>(w0); // white.pawn.rear
    keep::<ALL>(w, 19, w19);
    let w44 = w0 & !w33 & !w42 & !w19; // white.pawn.passed
    h[12] = w44;
    keep::<ALL>(w, 44, w44);
    sum += by_lane(w44, t, 160);
    let w299 = ((w44.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w44.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w44.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w44.rotate_left(1) & 0xfefefefefefefefe) | ((w44.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w44.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.beside_a_passed
    keep::<ALL>(w, 299, w299);
    let w300 = w44 & w299; // white.passed.connected
    keep::<ALL>(w, 300, w300);
    sum += by_lane(w300, t, 161);
    let w301 = w44.rotate_left(8) & 0xffffffffffffff00; // white.passed.stop
    h[24] = w301;
    keep::<ALL>(w, 301, w301);
    let w310 = w[310]; // white.far_ranks
    let w311 = w301 & w310; // white.passed.far_stop
    keep::<ALL>(w, 311, w311);
    let w5 = w[5]; // white.king
    let w20 = ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe) | ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.king.near1
    keep::<ALL>(w, 20, w20);
    let w312 = w311 & w20; // white.passed.own_king1
    keep::<ALL>(w, 312, w312);
    sum += count(w312) * t.weights[166];
    let w21 = ((w20.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w20 | (w20.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w20.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w20 | (w20.rotate_left(1) & 0xfefefefefefefefe) | ((w20.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w20 | (w20.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.king.near2
    keep::<ALL>(w, 21, w21);
    let w313 = w311 & w21; // white.passed.own_king2
    keep::<ALL>(w, 313, w313);
    sum += count(w313) * t.weights[167];
    let w22 = ((w21.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w21 | (w21.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w21.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w21 | (w21.rotate_left(1) & 0xfefefefefefefefe) | ((w21.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w21 | (w21.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.king.near3
    keep::<ALL>(w, 22, w22);
    let w314 = w311 & w22; // white.passed.own_king3
    keep::<ALL>(w, 314, w314);
    sum += count(w314) * t.weights[168];
    let w23 = ((w22.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w22 | (w22.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w22.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w22 | (w22.rotate_left(1) & 0xfefefefefefefefe) | ((w22.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w22 | (w22.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.king.near4
    h[3] = w23;
    keep::<ALL>(w, 23, w23);
    let w315 = w311 & w23; // white.passed.own_king4
    keep::<ALL>(w, 315, w315);
    sum += count(w315) * t.weights[169];
    let w11 = w[11]; // black.king
    let w35 = ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe) | ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.near1
    keep::<ALL>(w, 35, w35);
    let w316 = w311 & w35; // white.passed.enemy_king1
    keep::<ALL>(w, 316, w316);
    sum += count(w316) * t.weights[170];
    let w36 = ((w35.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w35 | (w35.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w35.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w35 | (w35.rotate_left(1) & 0xfefefefefefefefe) | ((w35.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w35 | (w35.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.near2
    keep::<ALL>(w, 36, w36);
    let w317 = w311 & w36; // white.passed.enemy_king2
    keep::<ALL>(w, 317, w317);
    sum += count(w317) * t.weights[171];
    let w37 = ((w36.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w36 | (w36.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w36.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w36 | (w36.rotate_left(1) & 0xfefefefefefefefe) | ((w36.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w36 | (w36.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.near3
    keep::<ALL>(w, 37, w37);
    let w318 = w311 & w37; // white.passed.enemy_king3
    keep::<ALL>(w, 318, w318);
    sum += count(w318) * t.weights[172];
    let w38 = ((w37.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w37 | (w37.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w37.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w37 | (w37.rotate_left(1) & 0xfefefefefefefefe) | ((w37.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w37 | (w37.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.near4
    h[9] = w38;
    keep::<ALL>(w, 38, w38);
    let w319 = w311 & w38; // white.passed.enemy_king4
    keep::<ALL>(w, 319, w319);
    sum += count(w319) * t.weights[173];
    let w321 = w0 & !w33 & !w44 & !w19; // white.pawn.unopposed
    keep::<ALL>(w, 321, w321);
    let w14 = w0.rotate_left(7) & 0x7f7f7f7f7f7f7f00; // white.pawn.attacks_left
    h[0] = w14;
    keep::<ALL>(w, 14, w14);
    let w15 = w0.rotate_left(9) & 0xfefefefefefefe00; // white.pawn.attacks_right
    h[1] = w15;
    keep::<ALL>(w, 15, w15);
    let w16 = w14 | w15; // white.pawn.attacks
    h[2] = w16;
    keep::<ALL>(w, 16, w16);
    let w320 = w16.rotate_left(56) & 0xffffffffffffff; // white.below_own_pawn_attack
    keep::<ALL>(w, 320, w320);
    let w322 = w321 & w320; // white.pawn.candidate
    keep::<ALL>(w, 322, w322);
    sum += by_lane(w322, t, 174);
    s[2] = sum;
    let mut sum = before[3];
    let w18 = ahead::<8, 0xffffffffffffff00>(w0); // white.pawn.front
    keep::<ALL>(w, 18, w18);
    let w17 = ahead::<8, 0xffffffffffffff00>(w16); // white.pawn.attacks_later
    keep::<ALL>(w, 17, w17);
    let w27 = w16 | w17; // white.pawn.reach
    keep::<ALL>(w, 27, w27);
    let w34 = ahead::<8, 0xffffffffffffff00>(w6); // black.pawn.rear
    keep::<ALL>(w, 34, w34);
    let w45 = w6 & !w18 & !w27 & !w34; // black.pawn.passed
    h[13] = w45;
    keep::<ALL>(w, 45, w45);
    sum += by_lane(w45, t, 175);
    let w323 = ((w45.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w45.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w45.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w45.rotate_left(1) & 0xfefefefefefefefe) | ((w45.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w45.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.beside_a_passed
    keep::<ALL>(w, 323, w323);
    let w324 = w45 & w323; // black.passed.connected
    keep::<ALL>(w, 324, w324);
    sum += by_lane(w324, t, 176);
    let w325 = w45.rotate_left(56) & 0xffffffffffffff; // black.passed.stop
    h[26] = w325;
    keep::<ALL>(w, 325, w325);
    let w334 = w[334]; // black.far_ranks
    let w335 = w325 & w334; // black.passed.far_stop
    keep::<ALL>(w, 335, w335);
    let w336 = w335 & w35; // black.passed.own_king1
    keep::<ALL>(w, 336, w336);
    sum += count(w336) * t.weights[181];
    let w337 = w335 & w36; // black.passed.own_king2
    keep::<ALL>(w, 337, w337);
    sum += count(w337) * t.weights[182];
    let w338 = w335 & w37; // black.passed.own_king3
    keep::<ALL>(w, 338, w338);
    sum += count(w338) * t.weights[183];
    let w339 = w335 & w38; // black.passed.own_king4
    keep::<ALL>(w, 339, w339);
    sum += count(w339) * t.weights[184];
    let w340 = w335 & w20; // black.passed.enemy_king1
    keep::<ALL>(w, 340, w340);
    sum += count(w340) * t.weights[185];
    let w341 = w335 & w21; // black.passed.enemy_king2
    keep::<ALL>(w, 341, w341);
    sum += count(w341) * t.weights[186];
    let w342 = w335 & w22; // black.passed.enemy_king3
    keep::<ALL>(w, 342, w342);
    sum += count(w342) * t.weights[187];
    let w343 = w335 & w23; // black.passed.enemy_king4
    keep::<ALL>(w, 343, w343);
    sum += count(w343) * t.weights[188];
    let w345 = w6 & !w18 & !w45 & !w34; // black.pawn.unopposed
    keep::<ALL>(w, 345, w345);
    let w344 = w31.rotate_left(8) & 0xffffffffffffff00; // black.below_own_pawn_attack
    keep::<ALL>(w, 344, w344);
    let w346 = w345 & w344; // black.pawn.candidate
    keep::<ALL>(w, 346, w346);
    sum += by_lane(w346, t, 189);
    s[3] = sum;
    let mut sum = before[4];
    let w184 = w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w5.rotate_left(0) & 0xffffffffffffffff | w5.rotate_left(1) & 0xfefefefefefefefe; // white.king.files
    keep::<ALL>(w, 184, w184);
    let w186 = w184.rotate_left(8) & 0xffffffffffffff00; // white.king.shelter_near
    keep::<ALL>(w, 186, w186);
    let w187 = w186 & w0; // white.shelter.near
    keep::<ALL>(w, 187, w187);
    sum += count(w187) * t.weights[96];
    let w188 = w184.rotate_left(16) & 0xffffffffffff0000; // white.king.shelter_far
    keep::<ALL>(w, 188, w188);
    let w189 = w188 & w0; // white.shelter.far
    keep::<ALL>(w, 189, w189);
    sum += count(w189) * t.weights[97];
    let w28 = w0 | w18 | w19; // white.pawn.files
    h[5] = w28;
    keep::<ALL>(w, 28, w28);
    let w190 = w184 & !w28; // white.shelter.half_open
    keep::<ALL>(w, 190, w190);
    sum += count(w190) * t.weights[98];
    let w43 = w6 | w33 | w34; // black.pawn.files
    h[11] = w43;
    keep::<ALL>(w, 43, w43);
    let w191 = w190 & !w43; // white.shelter.open
    keep::<ALL>(w, 191, w191);
    sum += count(w191) * t.weights[99];
    let w185 = ahead::<8, 0xffffffffffffff00>(w184); // white.king.before
    keep::<ALL>(w, 185, w185);
    let w192 = w185 & w6; // white.storm
    keep::<ALL>(w, 192, w192);
    sum += by_lane(w192, t, 100);
    let w26 = w0.rotate_left(8) & 0xffffffffffffff00; // white.pawn.step
    h[4] = w26;
    keep::<ALL>(w, 26, w26);
    let w193 = w192 & w26; // white.storm.rammed
    keep::<ALL>(w, 193, w193);
    sum += count(w193) * t.weights[101];
    s[4] = sum;
    let mut sum = before[5];
    let w230 = w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w11.rotate_left(0) & 0xffffffffffffffff | w11.rotate_left(1) & 0xfefefefefefefefe; // black.king.files
    keep::<ALL>(w, 230, w230);
    let w232 = w230.rotate_left(56) & 0xffffffffffffff; // black.king.shelter_near
    keep::<ALL>(w, 232, w232);
    let w233 = w232 & w6; // black.shelter.near
    keep::<ALL>(w, 233, w233);
    sum += count(w233) * t.weights[124];
    let w234 = w230.rotate_left(48) & 0xffffffffffff; // black.king.shelter_far
    keep::<ALL>(w, 234, w234);
    let w235 = w234 & w6; // black.shelter.far
    keep::<ALL>(w, 235, w235);
    sum += count(w235) * t.weights[125];
    let w236 = w230 & !w43; // black.shelter.half_open
    keep::<ALL>(w, 236, w236);
    sum += count(w236) * t.weights[126];
    let w237 = w236 & !w28; // black.shelter.open
    keep::<ALL>(w, 237, w237);
    sum += count(w237) * t.weights[127];
    let w231 = ahead::<56, 0xffffffffffffff>(w230); // black.king.before
    keep::<ALL>(w, 231, w231);
    let w238 = w231 & w0; // black.storm
    keep::<ALL>(w, 238, w238);
    sum += by_lane(w238, t, 128);
    let w41 = w6.rotate_left(56) & 0xffffffffffffff; // black.pawn.step
    h[10] = w41;
    keep::<ALL>(w, 41, w41);
    let w239 = w238 & w41; // black.storm.rammed
    keep::<ALL>(w, 239, w239);
    sum += count(w239) * t.weights[129];
    s[5] = sum;
    let mut sum = before[6];
    sum += by_lane(w0, t, 18);
    sum += by_lane(w5, t, 23);
    s[6] = sum;
    let mut sum = before[7];
    sum += by_lane(w6, t, 24);
    sum += by_lane(w11, t, 29);
    s[7] = sum;
    s[8] = before[8];
    s[9] = before[9];
    let mut sum = before[10];
    let w93 = w28.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w28.rotate_left(1) & 0xfefefefefefefefe; // white.pawn.files_beside
    keep::<ALL>(w, 93, w93);
    let w94 = w0 & !w93; // white.pawn.isolated
    keep::<ALL>(w, 94, w94);
    sum += count(w94) * t.weights[30];
    let w95 = w0 & w19; // white.pawn.doubled
    keep::<ALL>(w, 95, w95);
    sum += count(w95) * t.weights[31];
    let w96 = w31.rotate_left(56) & 0xffffffffffffff; // white.below_pawn_attack
    keep::<ALL>(w, 96, w96);
    let w97 = w0 & w96 & !w27 & w93; // white.pawn.backward
    keep::<ALL>(w, 97, w97);
    sum += count(w97) * t.weights[32];
    let w98 = w94 | w97; // white.pawn.weak
    keep::<ALL>(w, 98, w98);
    let w99 = w98 & !w33; // white.pawn.exposed
    keep::<ALL>(w, 99, w99);
    sum += count(w99) * t.weights[33];
    let w100 = w0 & w16; // white.pawn.supported
    keep::<ALL>(w, 100, w100);
    sum += by_lane(w100, t, 34);
    let w101 = w0.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w0.rotate_left(1) & 0xfefefefefefefefe; // white.beside_a_pawn
    keep::<ALL>(w, 101, w101);
    let w102 = w0 & w101; // white.pawn.phalanx
    keep::<ALL>(w, 102, w102);
    sum += by_lane(w102, t, 35);
    let w103 = w[103]; // white.space_ranks
    let w104 = w[104]; // white.space_files
    let w105 = w103 & w104; // white.camp
    keep::<ALL>(w, 105, w105);
    let w106 = w105 & !w0 & !w31; // white.space
    keep::<ALL>(w, 106, w106);
    sum += count(w106) * t.weights[36];
    let w107 = w106 & w19; // white.space.behind_pawn
    keep::<ALL>(w, 107, w107);
    sum += count(w107) * t.weights[37];
    s[10] = sum;
    let mut sum = before[11];
    let w108 = w43.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w43.rotate_left(1) & 0xfefefefefefefefe; // black.pawn.files_beside
    keep::<ALL>(w, 108, w108);
    let w109 = w6 & !w108; // black.pawn.isolated
    keep::<ALL>(w, 109, w109);
    sum += count(w109) * t.weights[38];
    let w110 = w6 & w34; // black.pawn.doubled
    keep::<ALL>(w, 110, w110);
    sum += count(w110) * t.weights[39];
    let w111 = w16.rotate_left(8) & 0xffffffffffffff00; // black.below_pawn_attack
    keep::<ALL>(w, 111, w111);
    let w112 = w6 & w111 & !w42 & w108; // black.pawn.backward
    keep::<ALL>(w, 112, w112);
    sum += count(w112) * t.weights[40];
    let w113 = w109 | w112; // black.pawn.weak
    keep::<ALL>(w, 113, w113);
    let w114 = w113 & !w18; // black.pawn.exposed
    keep::<ALL>(w, 114, w114);
    sum += count(w114) * t.weights[41];
    let w115 = w6 & w31; // black.pawn.supported
    keep::<ALL>(w, 115, w115);
    sum += by_lane(w115, t, 42);
    let w116 = w6.rotate_left(63) & 0x7f7f7f7f7f7f7f7f | w6.rotate_left(1) & 0xfefefefefefefefe; // black.beside_a_pawn
    keep::<ALL>(w, 116, w116);
    let w117 = w6 & w116; // black.pawn.phalanx
    keep::<ALL>(w, 117, w117);
    sum += by_lane(w117, t, 43);
    let w118 = w[118]; // black.space_ranks
    let w119 = w118 & w104; // black.camp
    keep::<ALL>(w, 119, w119);
    let w120 = w119 & !w6 & !w16; // black.space
    keep::<ALL>(w, 120, w120);
    sum += count(w120) * t.weights[44];
    let w121 = w120 & w34; // black.space.behind_pawn
    keep::<ALL>(w, 121, w121);
    sum += count(w121) * t.weights[45];
    s[11] = sum;
    s[12] = before[12];
    s[13] = before[13];
    s[14] = before[14];
    s[15] = before[15];
    s[16] = before[16];
    s[17] = before[17];
    s[18] = before[18];
    s[19] = before[19];
    s[20] = before[20];
    let mut sum = before[21];
    let w263 = w[263]; // first_square
    sum += count(w263) * t.weights[143];
    let w264 = w0 | w6; // pawns
    keep::<ALL>(w, 264, w264);
    sum += count(w264) * t.weights[144];
    let w265 = w[265]; // queenside
    let w266 = w264 & w265; // pawns.queenside
    keep::<ALL>(w, 266, w266);
    let w267 = somewhere(w266); // pawns.queenside.somewhere
    keep::<ALL>(w, 267, w267);
    let w268 = w[268]; // kingside
    let w269 = w264 & w268; // pawns.kingside
    keep::<ALL>(w, 269, w269);
    let w270 = somewhere(w269); // pawns.kingside.somewhere
    keep::<ALL>(w, 270, w270);
    let w271 = w267 & w270; // pawns.both_flanks
    keep::<ALL>(w, 271, w271);
    sum += (w271 & 1) as i64 * t.weights[145];
    s[21] = sum;
    let w62 = ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w5.rotate_left(1) & 0xfefefefefefefefe) | ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) << 8; // white.king.attacks
    h[14] = w62;
    keep::<ALL>(w, 62, w62);
    let w85 = ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w11.rotate_left(1) & 0xfefefefefefefefe) | ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.attacks
    h[15] = w85;
    keep::<ALL>(w, 85, w85);
    let w122 = w[122]; // white.home_ranks
    let w123 = w0 & w122; // white.pawn.home
    h[16] = w123;
    keep::<ALL>(w, 123, w123);
    let w135 = w[135]; // black.home_ranks
    let w136 = w6 & w135; // black.pawn.home
    h[17] = w136;
    keep::<ALL>(w, 136, w136);
    let w148 = ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe) | ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w11 | (w11.rotate_left(1) & 0xfefefefefefefefe)) << 8; // black.king.zone
    h[18] = w148;
    keep::<ALL>(w, 148, w148);
    let w164 = w16 & w148; // white.pawn.zone_hits
    h[19] = w164;
    keep::<ALL>(w, 164, w164);
    let w168 = ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w11.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w11.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w11.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w11.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w11.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w11.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w11.rotate_left(1) & 0xfefefefefefefefe)) << 16; // black.king.seen_by_knight
    h[20] = w168;
    keep::<ALL>(w, 168, w168);
    let w194 = ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) >> 8 | (w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe) | ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) << 8 | ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | w5 | (w5.rotate_left(1) & 0xfefefefefefefefe)) << 16; // white.king.zone
    h[21] = w194;
    keep::<ALL>(w, 194, w194);
    let w210 = w31 & w194; // black.pawn.zone_hits
    h[22] = w210;
    keep::<ALL>(w, 210, w210);
    let w214 = ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w5.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w5.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w5.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w5.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w5.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w5.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w5.rotate_left(1) & 0xfefefefefefefefe)) << 16; // white.king.seen_by_knight
    h[23] = w214;
    keep::<ALL>(w, 214, w214);
    let w305 = ahead::<8, 0xffffffffffffff00>(w44); // white.passed.path
    h[25] = w305;
    keep::<ALL>(w, 305, w305);
    let w329 = ahead::<56, 0xffffffffffffff>(w45); // black.passed.path
    h[27] = w329;
    keep::<ALL>(w, 329, w329);
    let w348 = w[348]; // white.outpost_ranks
    let w349 = w348 & w16 & !w42; // white.outpost
    h[28] = w349;
    keep::<ALL>(w, 349, w349);
    let w353 = w264.rotate_left(56) & 0xffffffffffffff; // white.below_any_pawn
    h[29] = w353;
    keep::<ALL>(w, 353, w353);
    let w356 = w[356]; // white.light_squares
    let w360 = w[360]; // white.dark_squares
    let w364 = w[364]; // white.seventh
    let w365 = w[365]; // white.edge_files
    let w366 = w6.rotate_left(7) & 0x7f7f7f7f7f7f7f00 | w6.rotate_left(9) & 0xfefefefefefefe00; // white.beside_enemy_pawn
    h[30] = w366;
    keep::<ALL>(w, 366, w366);
    let w369 = w[369]; // black.outpost_ranks
    let w370 = w369 & w31 & !w27; // black.outpost
    h[31] = w370;
    keep::<ALL>(w, 370, w370);
    let w374 = w6 | w0; // black.any_pawn
    keep::<ALL>(w, 374, w374);
    let w375 = w374.rotate_left(8) & 0xffffffffffffff00; // black.below_any_pawn
    h[32] = w375;
    keep::<ALL>(w, 375, w375);
    let w384 = w[384]; // black.seventh
    let w385 = w0.rotate_left(55) & 0x7f7f7f7f7f7f7f | w0.rotate_left(57) & 0xfefefefefefefe; // black.beside_enemy_pawn
    h[33] = w385;
    keep::<ALL>(w, 385, w385);
    let w389 = ahead::<56, 0xffffffffffffff>(w44); // white.behind_own_passed
    h[34] = w389;
    keep::<ALL>(w, 389, w389);
    let w391 = w[391]; // white.last_rank
    let w392 = w11 & w391; // white.enemy_king_home
    keep::<ALL>(w, 392, w392);
    let w393 = w6 & w364; // white.enemy_pawns_home
    keep::<ALL>(w, 393, w393);
    let w394 = w392 | w393; // white.seventh_targets
    keep::<ALL>(w, 394, w394);
    let w395 = somewhere(w394); // white.seventh_worth_it
    h[35] = w395;
    keep::<ALL>(w, 395, w395);
    let w398 = w[398]; // white.back_rank
    let w399 = w[399]; // white.king_files_left
    let w400 = w5 & w398 & w399; // white.king.home_left
    keep::<ALL>(w, 400, w400);
    let w401 = ahead::<63, 0x7f7f7f7f7f7f7f7f>(w400); // white.king.corner_left
    keep::<ALL>(w, 401, w401);
    let w402 = w[402]; // white.king_files_right
    let w403 = w5 & w398 & w402; // white.king.home_right
    keep::<ALL>(w, 403, w403);
    let w404 = ahead::<1, 0xfefefefefefefefe>(w403); // white.king.corner_right
    keep::<ALL>(w, 404, w404);
    let w405 = w401 | w404; // white.king.corner
    h[36] = w405;
    keep::<ALL>(w, 405, w405);
    let w409 = ahead::<8, 0xffffffffffffff00>(w45); // black.behind_own_passed
    h[37] = w409;
    keep::<ALL>(w, 409, w409);
    let w411 = w5 & w398; // black.enemy_king_home
    keep::<ALL>(w, 411, w411);
    let w412 = w0 & w384; // black.enemy_pawns_home
    keep::<ALL>(w, 412, w412);
    let w413 = w411 | w412; // black.seventh_targets
    keep::<ALL>(w, 413, w413);
    let w414 = somewhere(w413); // black.seventh_worth_it
    h[38] = w414;
    keep::<ALL>(w, 414, w414);
    let w417 = w11 & w391 & w399; // black.king.home_left
    keep::<ALL>(w, 417, w417);
    let w418 = ahead::<63, 0x7f7f7f7f7f7f7f7f>(w417); // black.king.corner_left
    keep::<ALL>(w, 418, w418);
    let w419 = w11 & w391 & w402; // black.king.home_right
    keep::<ALL>(w, 419, w419);
    let w420 = ahead::<1, 0xfefefefefefefefe>(w419); // black.king.corner_right
    keep::<ALL>(w, 420, w420);
    let w421 = w418 | w420; // black.king.corner
    h[39] = w421;
    keep::<ALL>(w, 421, w421);
    let w423 = somewhere(w0); // white.has_pawns
    h[40] = w423;
    keep::<ALL>(w, 423, w423);
    let w432 = w0 ^ lowest(w0); // white.pawn.more
    keep::<ALL>(w, 432, w432);
    let w433 = somewhere(w432); // white.has_two_pawns
    h[41] = w433;
    keep::<ALL>(w, 433, w433);
    let w444 = w[444]; // white.off_a_file
    let w445 = w0 & w444; // white.pawns_off_a
    keep::<ALL>(w, 445, w445);
    let w446 = somewhere(w445); // white.has_pawns_off_a
    h[42] = w446;
    keep::<ALL>(w, 446, w446);
    let w447 = w[447]; // white.a_corner
    let w448 = w11 & w447; // white.enemy_king_in_a_corner
    keep::<ALL>(w, 448, w448);
    let w449 = somewhere(w448); // white.enemy_holds_a_corner
    h[43] = w449;
    keep::<ALL>(w, 449, w449);
    let w451 = w[451]; // white.off_h_file
    let w452 = w0 & w451; // white.pawns_off_h
    keep::<ALL>(w, 452, w452);
    let w453 = somewhere(w452); // white.has_pawns_off_h
    h[44] = w453;
    keep::<ALL>(w, 453, w453);
    let w454 = w[454]; // white.h_corner
    let w455 = w11 & w454; // white.enemy_king_in_h_corner
    keep::<ALL>(w, 455, w455);
    let w456 = somewhere(w455); // white.enemy_holds_h_corner
    h[45] = w456;
    keep::<ALL>(w, 456, w456);
    let w460 = somewhere(w6); // black.has_pawns
    h[46] = w460;
    keep::<ALL>(w, 460, w460);
    let w469 = w6 ^ highest_row(w6); // black.pawn.more
    keep::<ALL>(w, 469, w469);
    let w470 = somewhere(w469); // black.has_two_pawns
    h[47] = w470;
    keep::<ALL>(w, 470, w470);
    let w479 = w6 & w444; // black.pawns_off_a
    keep::<ALL>(w, 479, w479);
    let w480 = somewhere(w479); // black.has_pawns_off_a
    h[48] = w480;
    keep::<ALL>(w, 480, w480);
    let w481 = w[481]; // black.a_corner
    let w482 = w5 & w481; // black.enemy_king_in_a_corner
    keep::<ALL>(w, 482, w482);
    let w483 = somewhere(w482); // black.enemy_holds_a_corner
    h[49] = w483;
    keep::<ALL>(w, 483, w483);
    let w485 = w6 & w451; // black.pawns_off_h
    keep::<ALL>(w, 485, w485);
    let w486 = somewhere(w485); // black.has_pawns_off_h
    h[50] = w486;
    keep::<ALL>(w, 486, w486);
    let w487 = w[487]; // black.h_corner
    let w488 = w5 & w487; // black.enemy_king_in_h_corner
    keep::<ALL>(w, 488, w488);
    let w489 = somewhere(w488); // black.enemy_holds_h_corner
    h[51] = w489;
    keep::<ALL>(w, 489, w489);
}

#[inline(always)]
pub(super) fn stage_1<const ALL: bool>(
    w: &mut Words, h: &mut Handed, t: &Tables, before: &Sums, s: &mut Sums,
) {
    let mut sum = before[0];
    let w1 = w[1]; // white.knight
    sum += count(w1) * t.weights[1];
    let w2 = w[2]; // white.bishop
    sum += count(w2) * t.weights[2];
    let w3 = w[3]; // white.rook
    sum += count(w3) * t.weights[3];
    let w4 = w[4]; // white.queen
    sum += count(w4) * t.weights[4];
    s[0] = sum;
    let mut sum = before[1];
    let w7 = w[7]; // black.knight
    sum += count(w7) * t.weights[10];
    let w8 = w[8]; // black.bishop
    sum += count(w8) * t.weights[11];
    let w9 = w[9]; // black.rook
    sum += count(w9) * t.weights[12];
    let w10 = w[10]; // black.queen
    sum += count(w10) * t.weights[13];
    s[1] = sum;
    let mut sum = before[2];
    let w301 = h[24]; // white.passed.stop
    let w6 = w[6]; // black.pawn
    let w39 = w7 | w8 | w9 | w10; // black.officers
    keep::<ALL>(w, 39, w39);
    let w11 = w[11]; // black.king
    let w40 = w6 | w39 | w11; // black.occupied
    keep::<ALL>(w, 40, w40);
    let w302 = w301 & w40; // white.passed.blocked
    keep::<ALL>(w, 302, w302);
    sum += by_lane(w302, t, 162);
    let w0 = w[0]; // white.pawn
    let w24 = w1 | w2 | w3 | w4; // white.officers
    keep::<ALL>(w, 24, w24);
    let w5 = w[5]; // white.king
    let w25 = w0 | w24 | w5; // white.occupied
    keep::<ALL>(w, 25, w25);
    let w46 = w25 | w40; // occupied
    keep::<ALL>(w, 46, w46);
    let w29 = h[6]; // black.pawn.attacks_left
    let w30 = h[7]; // black.pawn.attacks_right
    let w70 = highest_row(w7); // black.knight1
    keep::<ALL>(w, 70, w70);
    let w72 = ((w70.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w70.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w70.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w70.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w70.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w70.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w70.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w70.rotate_left(1) & 0xfefefefefefefefe)) << 16; // black.knight1.attacks
    keep::<ALL>(w, 72, w72);
    let w71 = w7 ^ highest_row(w7); // black.knight2
    keep::<ALL>(w, 71, w71);
    let w73 = ((w71.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w71.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w71.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w71.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w71.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w71.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w71.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w71.rotate_left(1) & 0xfefefefefefefefe)) << 16; // black.knight2.attacks
    keep::<ALL>(w, 73, w73);
    let w74 = highest_row(w8); // black.bishop1
    keep::<ALL>(w, 74, w74);
    let w76 = diagonal(w74, w46); // black.bishop1.attacks
    keep::<ALL>(w, 76, w76);
    let w75 = w8 ^ highest_row(w8); // black.bishop2
    keep::<ALL>(w, 75, w75);
    let w77 = diagonal(w75, w46); // black.bishop2.attacks
    keep::<ALL>(w, 77, w77);
    let w78 = highest_row(w9); // black.rook1
    keep::<ALL>(w, 78, w78);
    let w80 = straight(w78, w46); // black.rook1.attacks
    keep::<ALL>(w, 80, w80);
    let w79 = w9 ^ highest_row(w9); // black.rook2
    keep::<ALL>(w, 79, w79);
    let w81 = straight(w79, w46); // black.rook2.attacks
    keep::<ALL>(w, 81, w81);
    let w86 = w29 | w30 | w72 | w73 | w76 | w77 | w80 | w81; // black.guarded
    keep::<ALL>(w, 86, w86);
    let w82 = straight(w10, w46); // black.queen.attacks_straight
    keep::<ALL>(w, 82, w82);
    let w83 = diagonal(w10, w46); // black.queen.attacks_diagonal
    keep::<ALL>(w, 83, w83);
    let w84 = w82 | w83; // black.queen.attacks
    keep::<ALL>(w, 84, w84);
    let w85 = h[15]; // black.king.attacks
    let w91 = w86 | w84 | w85; // black.attacked
    keep::<ALL>(w, 91, w91);
    let w303 = w301 & !w46 & !w91; // white.passed.free
    keep::<ALL>(w, 303, w303);
    sum += by_lane(w303, t, 163);
    let w14 = h[0]; // white.pawn.attacks_left
    let w15 = h[1]; // white.pawn.attacks_right
    let w47 = lowest(w1); // white.knight1
    keep::<ALL>(w, 47, w47);
    let w49 = ((w47.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w47.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w47.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w47.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w47.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w47.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w47.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w47.rotate_left(1) & 0xfefefefefefefefe)) << 16; // white.knight1.attacks
    keep::<ALL>(w, 49, w49);
    let w48 = w1 ^ lowest(w1); // white.knight2
    keep::<ALL>(w, 48, w48);
    let w50 = ((w48.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w48.rotate_left(1) & 0xfefefefefefefefe)) >> 16 | ((w48.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w48.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) >> 8 | ((w48.rotate_left(62) & 0x3f3f3f3f3f3f3f3f) | (w48.rotate_left(2) & 0xfcfcfcfcfcfcfcfc)) << 8 | ((w48.rotate_left(63) & 0x7f7f7f7f7f7f7f7f) | (w48.rotate_left(1) & 0xfefefefefefefefe)) << 16; // white.knight2.attacks
    keep::<ALL>(w, 50, w50);
    let w51 = lowest(w2); // white.bishop1
    keep::<ALL>(w, 51, w51);
    let w53 = diagonal(w51, w46); // white.bishop1.attacks
    keep::<ALL>(w, 53, w53);
    let w52 = w2 ^ lowest(w2); // white.bishop2
    keep::<ALL>(w, 52, w52);
    let w54 = diagonal(w52, w46); // white.bishop2.attacks
    keep::<ALL>(w, 54, w54);
    let w55 = lowest(w3); // white.rook1
    keep::<ALL>(w, 55, w55);
    let w57 = straight(w55, w46); // white.rook1.attacks
    keep::<ALL>(w, 57, w57);
    let w56 = w3 ^ lowest(w3); // white.rook2
    keep::<ALL>(w, 56, w56);
    let w58 = straight(w56, w46); // white.rook2.attacks
    keep::<ALL>(w, 58, w58);
    let w63 = w14 | w15 | w49 | w50 | w53 | w54 | w57 | w58; // white.guarded
    keep::<ALL>(w, 63, w63);
    let w59 = straight(w4, w46); // white.queen.attacks_straight
    keep::<ALL>(w, 59, w59);
    let w60 = diagonal(w4, w46); // white.queen.attacks_diagonal
    keep::<ALL>(w, 60, w60);
    let w61 = w59 | w60; // white.queen.attacks
    keep::<ALL>(w, 61, w61);
    let w62 = h[14]; // white.king.attacks
    let w68 = w63 | w61 | w62; // white.attacked
    keep::<ALL>(w, 68, w68);
    let w304 = w301 & w68; // white.passed.supported
    keep::<ALL>(w, 304, w304);
    sum += by_lane(w304, t, 164);
    let w44 = h[12]; // white.pawn.passed
    let w305 = h[25]; // white.passed.path
    let w306 = w305 & !w40 & !w91; // white.passed.path_quiet
    keep::<ALL>(w, 306, w306);
    let w307 = w305 & !w306; // white.passed.path_contested
    keep::<ALL>(w, 307, w307);
    let w308 = ahead::<56, 0xffffffffffffff>(w307); // white.below_contested
    keep::<ALL>(w, 308, w308);
    let w309 = w44 & !w308; // white.passed.clear
    keep::<ALL>(w, 309, w309);
    sum += by_lane(w309, t, 165);
    s[2] = sum;
    let mut sum = before[3];
    let w325 = h[26]; // black.passed.stop
    let w326 = w325 & w25; // black.passed.blocked
    keep::<ALL>(w, 326, w326);
    sum += by_lane(w326, t, 177);
    let w327 = w325 & !w46 & !w68; // black.passed.free
    keep::<ALL>(w, 327, w327);
    sum += by_lane(w327, t, 178);
    let w328 = w325 & w91; // black.passed.supported
    keep::<ALL>(w, 328, w328);
    sum += by_lane(w328, t, 179);
    let w45 = h[13]; // black.pawn.passed
    let w329 = h[27]; // black.passed.path
    let w330 = w329 & !w25 & !w68; // black.passed.path_quiet
    keep::<ALL>(w, 330, w330);
    let w331 = w329 & !w330; // black.passed.path_contested
    keep::<ALL>(w, 331, w331);
    let w332 = ahead::<8, 0xffffffffffffff00>(w331); // black.below_contested
    keep::<ALL>(w, 332, w332);
    let w333 = w45 & !w332; // black.passed.clear
    keep::<ALL>(w, 333, w333);
    sum += by_lane(w333, t, 180);
    s[3] = sum;
    let mut sum = before[4];
    let w148 = h[18]; // black.king.zone
    let w149 = w49 & w148; // white.knight1.zone_hits
    keep::<ALL>(w, 149, w149);
    let w150 = somewhere(w149); // white.knight1.attacks_king
    keep::<ALL>(w, 150, w150);
    let w151 = w50 & w148; // white.knight2.zone_hits
    keep::<ALL>(w, 151, w151);
    let w152 = somewhere(w151); // white.knight2.attacks_king
    keep::<ALL>(w, 152, w152);
    let w153 = w53 & w148; // white.bishop1.zone_hits
    keep::<ALL>(w, 153, w153);
    let w154 = somewhere(w153); // white.bishop1.attacks_king
    keep::<ALL>(w, 154, w154);
    let w155 = w54 & w148; // white.bishop2.zone_hits
    keep::<ALL>(w, 155, w155);
    let w156 = somewhere(w155); // white.bishop2.attacks_king
    keep::<ALL>(w, 156, w156);
    let w157 = w57 & w148; // white.rook1.zone_hits
    keep::<ALL>(w, 157, w157);
    let w158 = somewhere(w157); // white.rook1.attacks_king
    keep::<ALL>(w, 158, w158);
    let w159 = w58 & w148; // white.rook2.zone_hits
    keep::<ALL>(w, 159, w159);
    let w160 = somewhere(w159); // white.rook2.attacks_king
    keep::<ALL>(w, 160, w160);
    let w161 = w61 & w148; // white.queen.zone_hits
    keep::<ALL>(w, 161, w161);
    let w162 = somewhere(w161); // white.queen.attacks_king
    keep::<ALL>(w, 162, w162);
    let w163 = somewhere(w4); // white.has_queen
    keep::<ALL>(w, 163, w163);
    let w164 = h[19]; // white.pawn.zone_hits
    let w165 = w148 & w68 & !w86; // white.zone_weak
    keep::<ALL>(w, 165, w165);
    let w168 = h[20]; // black.king.seen_by_knight
    let w64 = w49 | w50; // white.knight.attacks
    keep::<ALL>(w, 64, w64);
    let w166 = straight(w11, w46); // black.king.seen_straight
    keep::<ALL>(w, 166, w166);
    let w167 = diagonal(w11, w46); // black.king.seen_diagonal
    keep::<ALL>(w, 167, w167);
    let w169 = w166 | w167 | w168; // white.check_squares
    keep::<ALL>(w, 169, w169);
    let w170 = w169 & !w25; // white.check_squares_free
    keep::<ALL>(w, 170, w170);
    let w171 = w170 & !w91; // white.check_undefended
    keep::<ALL>(w, 171, w171);
    let w69 = twice([w14, w15, w49, w50, w53, w54, w57, w58, w61, w62]); // white.attacked_twice
    keep::<ALL>(w, 69, w69);
    let w172 = w170 & w69 & !w86; // white.check_backed
    keep::<ALL>(w, 172, w172);
    let w173 = w171 | w172; // white.check_safe
    keep::<ALL>(w, 173, w173);
    let w174 = w168 & w64 & w173; // white.knight.safe_check
    keep::<ALL>(w, 174, w174);
    let w175 = somewhere(w174); // white.knight.safe_check.somewhere
    keep::<ALL>(w, 175, w175);
    let w65 = w53 | w54; // white.bishop.attacks
    keep::<ALL>(w, 65, w65);
    let w176 = w167 & w65 & w173; // white.bishop.safe_check
    keep::<ALL>(w, 176, w176);
    let w177 = somewhere(w176); // white.bishop.safe_check.somewhere
    keep::<ALL>(w, 177, w177);
    let w67 = w57 | w58; // white.rook.attacks
    keep::<ALL>(w, 67, w67);
    let w178 = w166 & w67 & w173; // white.rook.safe_check
    keep::<ALL>(w, 178, w178);
    let w179 = somewhere(w178); // white.rook.safe_check.somewhere
    keep::<ALL>(w, 179, w179);
    let w180 = w166 & w61 & w173; // white.queen.safe_check_straight
    keep::<ALL>(w, 180, w180);
    let w181 = somewhere(w180); // white.queen.safe_check_straight.somewhere
    keep::<ALL>(w, 181, w181);
    let w182 = w167 & w61 & w173; // white.queen.safe_check_diagonal
    keep::<ALL>(w, 182, w182);
    let w183 = somewhere(w182); // white.queen.safe_check_diagonal.somewhere
    keep::<ALL>(w, 183, w183);
    sum += t.entry(14, count(w149) * 3 + (w150 & 1) as i64 * 9 + count(w151) * 3 + (w152 & 1) as i64 * 9 + count(w153) * 3 + (w154 & 1) as i64 * 6 + count(w155) * 3 + (w156 & 1) as i64 * 6 + count(w157) * 3 + (w158 & 1) as i64 * 6 + count(w159) * 3 + (w160 & 1) as i64 * 6 + count(w161) * 3 + (w162 & 1) as i64 * 5 + (w163 & 1) as i64 * 14 + count(w164) * 2 + count(w165) * 7 + (w175 & 1) as i64 * 20 + (w177 & 1) as i64 * 14 + (w179 & 1) as i64 * 24 + (w181 & 1) as i64 * 13 + (w183 & 1) as i64 * 9);
    s[4] = sum;
    let mut sum = before[5];
    let w194 = h[21]; // white.king.zone
    let w195 = w72 & w194; // black.knight1.zone_hits
    keep::<ALL>(w, 195, w195);
    let w196 = somewhere(w195); // black.knight1.attacks_king
    keep::<ALL>(w, 196, w196);
    let w197 = w73 & w194; // black.knight2.zone_hits
    keep::<ALL>(w, 197, w197);
    let w198 = somewhere(w197); // black.knight2.attacks_king
    keep::<ALL>(w, 198, w198);
    let w199 = w76 & w194; // black.bishop1.zone_hits
    keep::<ALL>(w, 199, w199);
    let w200 = somewhere(w199); // black.bishop1.attacks_king
    keep::<ALL>(w, 200, w200);
    let w201 = w77 & w194; // black.bishop2.zone_hits
    keep::<ALL>(w, 201, w201);
    let w202 = somewhere(w201); // black.bishop2.attacks_king
    keep::<ALL>(w, 202, w202);
    let w203 = w80 & w194; // black.rook1.zone_hits
    keep::<ALL>(w, 203, w203);
    let w204 = somewhere(w203); // black.rook1.attacks_king
    keep::<ALL>(w, 204, w204);
    let w205 = w81 & w194; // black.rook2.zone_hits
    keep::<ALL>(w, 205, w205);
    let w206 = somewhere(w205); // black.rook2.attacks_king
    keep::<ALL>(w, 206, w206);
    let w207 = w84 & w194; // black.queen.zone_hits
    keep::<ALL>(w, 207, w207);
    let w208 = somewhere(w207); // black.queen.attacks_king
    keep::<ALL>(w, 208, w208);
    let w209 = somewhere(w10); // black.has_queen
    keep::<ALL>(w, 209, w209);
    let w210 = h[22]; // black.pawn.zone_hits
    let w211 = w194 & w91 & !w63; // black.zone_weak
    keep::<ALL>(w, 211, w211);
    let w214 = h[23]; // white.king.seen_by_knight
    let w87 = w72 | w73; // black.knight.attacks
    keep::<ALL>(w, 87, w87);
    let w212 = straight(w5, w46); // white.king.seen_straight
    keep::<ALL>(w, 212, w212);
    let w213 = diagonal(w5, w46); // white.king.seen_diagonal
    keep::<ALL>(w, 213, w213);
    let w215 = w212 | w213 | w214; // black.check_squares
    keep::<ALL>(w, 215, w215);
    let w216 = w215 & !w40; // black.check_squares_free
    keep::<ALL>(w, 216, w216);
    let w217 = w216 & !w68; // black.check_undefended
    keep::<ALL>(w, 217, w217);
    let w92 = twice([w29, w30, w72, w73, w76, w77, w80, w81, w84, w85]); // black.attacked_twice
    keep::<ALL>(w, 92, w92);
    let w218 = w216 & w92 & !w63; // black.check_backed
    keep::<ALL>(w, 218, w218);
    let w219 = w217 | w218; // black.check_safe
    keep::<ALL>(w, 219, w219);
    let w220 = w214 & w87 & w219; // black.knight.safe_check
    keep::<ALL>(w, 220, w220);
    let w221 = somewhere(w220); // black.knight.safe_check.somewhere
    keep::<ALL>(w, 221, w221);
    let w88 = w76 | w77; // black.bishop.attacks
    keep::<ALL>(w, 88, w88);
    let w222 = w213 & w88 & w219; // black.bishop.safe_check
    keep::<ALL>(w, 222, w222);
    let w223 = somewhere(w222); // black.bishop.safe_check.somewhere
    keep::<ALL>(w, 223, w223);
    let w90 = w80 | w81; // black.rook.attacks
    keep::<ALL>(w, 90, w90);
    let w224 = w212 & w90 & w219; // black.rook.safe_check
    keep::<ALL>(w, 224, w224);
    let w225 = somewhere(w224); // black.rook.safe_check.somewhere
    keep::<ALL>(w, 225, w225);
    let w226 = w212 & w84 & w219; // black.queen.safe_check_straight
    keep::<ALL>(w, 226, w226);
    let w227 = somewhere(w226); // black.queen.safe_check_straight.somewhere
    keep::<ALL>(w, 227, w227);
    let w228 = w213 & w84 & w219; // black.queen.safe_check_diagonal
    keep::<ALL>(w, 228, w228);
    let w229 = somewhere(w228); // black.queen.safe_check_diagonal.somewhere
    keep::<ALL>(w, 229, w229);
    sum += t.entry(15, count(w195) * 3 + (w196 & 1) as i64 * 9 + count(w197) * 3 + (w198 & 1) as i64 * 9 + count(w199) * 3 + (w200 & 1) as i64 * 6 + count(w201) * 3 + (w202 & 1) as i64 * 6 + count(w203) * 3 + (w204 & 1) as i64 * 6 + count(w205) * 3 + (w206 & 1) as i64 * 6 + count(w207) * 3 + (w208 & 1) as i64 * 5 + (w209 & 1) as i64 * 14 + count(w210) * 2 + count(w211) * 7 + (w221 & 1) as i64 * 20 + (w223 & 1) as i64 * 14 + (w225 & 1) as i64 * 24 + (w227 & 1) as i64 * 13 + (w229 & 1) as i64 * 9);
    s[5] = sum;
    let mut sum = before[6];
    sum += by_lane(w1, t, 19);
    sum += by_lane(w2, t, 20);
    sum += by_lane(w3, t, 21);
    sum += by_lane(w4, t, 22);
    s[6] = sum;
    let mut sum = before[7];
    sum += by_lane(w7, t, 25);
    sum += by_lane(w8, t, 26);
    sum += by_lane(w9, t, 27);
    sum += by_lane(w10, t, 28);
    s[7] = sum;
    let mut sum = before[8];
    let w123 = h[16]; // white.pawn.home
    let w26 = h[4]; // white.pawn.step
    let w124 = w26 & w46; // white.pawn.step_taken
    keep::<ALL>(w, 124, w124);
    let w125 = w124.rotate_left(56) & 0xffffffffffffff; // white.pawn.blocked
    keep::<ALL>(w, 125, w125);
    let w126 = w123 | w125; // white.pawn.stuck
    keep::<ALL>(w, 126, w126);
    let w31 = h[8]; // black.pawn.attacks
    let w127 = !w126 & !w5 & !w4 & !w31; // white.mobility_area
    keep::<ALL>(w, 127, w127);
    let w128 = w49 & w127; // white.knight1.mobility
    keep::<ALL>(w, 128, w128);
    sum += t.entry(0, count(w47) * 1 + count(w128) * 1);
    let w129 = w50 & w127; // white.knight2.mobility
    keep::<ALL>(w, 129, w129);
    sum += t.entry(1, count(w48) * 1 + count(w129) * 1);
    let w130 = w53 & w127; // white.bishop1.mobility
    keep::<ALL>(w, 130, w130);
    sum += t.entry(2, count(w51) * 1 + count(w130) * 1);
    let w131 = w54 & w127; // white.bishop2.mobility
    keep::<ALL>(w, 131, w131);
    sum += t.entry(3, count(w52) * 1 + count(w131) * 1);
    let w132 = w57 & w127; // white.rook1.mobility
    keep::<ALL>(w, 132, w132);
    sum += t.entry(4, count(w55) * 1 + count(w132) * 1);
    let w133 = w58 & w127; // white.rook2.mobility
    keep::<ALL>(w, 133, w133);
    sum += t.entry(5, count(w56) * 1 + count(w133) * 1);
    let w134 = w61 & w127; // white.queen.mobility
    keep::<ALL>(w, 134, w134);
    sum += t.entry(6, count(w4) * 1 + count(w134) * 1);
    s[8] = sum;
    let mut sum = before[9];
    let w136 = h[17]; // black.pawn.home
    let w41 = h[10]; // black.pawn.step
    let w137 = w41 & w46; // black.pawn.step_taken
    keep::<ALL>(w, 137, w137);
    let w138 = w137.rotate_left(8) & 0xffffffffffffff00; // black.pawn.blocked
    keep::<ALL>(w, 138, w138);
    let w139 = w136 | w138; // black.pawn.stuck
    keep::<ALL>(w, 139, w139);
    let w16 = h[2]; // white.pawn.attacks
    let w140 = !w139 & !w11 & !w10 & !w16; // black.mobility_area
    keep::<ALL>(w, 140, w140);
    let w141 = w72 & w140; // black.knight1.mobility
    keep::<ALL>(w, 141, w141);
    sum += t.entry(7, count(w70) * 1 + count(w141) * 1);
    let w142 = w73 & w140; // black.knight2.mobility
    keep::<ALL>(w, 142, w142);
    sum += t.entry(8, count(w71) * 1 + count(w142) * 1);
    let w143 = w76 & w140; // black.bishop1.mobility
    keep::<ALL>(w, 143, w143);
    sum += t.entry(9, count(w74) * 1 + count(w143) * 1);
    let w144 = w77 & w140; // black.bishop2.mobility
    keep::<ALL>(w, 144, w144);
    sum += t.entry(10, count(w75) * 1 + count(w144) * 1);
    let w145 = w80 & w140; // black.rook1.mobility
    keep::<ALL>(w, 145, w145);
    sum += t.entry(11, count(w78) * 1 + count(w145) * 1);
    let w146 = w81 & w140; // black.rook2.mobility
    keep::<ALL>(w, 146, w146);
    sum += t.entry(12, count(w79) * 1 + count(w146) * 1);
    let w147 = w84 & w140; // black.queen.mobility
    keep::<ALL>(w, 147, w147);
    sum += t.entry(13, count(w10) * 1 + count(w147) * 1);
    s[9] = sum;
    s[10] = before[10];
    s[11] = before[11];
    let mut sum = before[12];
    let w12 = w[12]; // white.to_move
    sum += count(w12) * t.weights[130];
    let w240 = w40 & w68; // black.attacked_men
    keep::<ALL>(w, 240, w240);
    let w241 = w240 & w92 & !w69; // black.firm
    keep::<ALL>(w, 241, w241);
    let w242 = w240 & !w31 & !w241; // black.weak
    keep::<ALL>(w, 242, w242);
    let w243 = w242 & !w91; // black.hanging
    keep::<ALL>(w, 243, w243);
    sum += count(w243) * t.weights[131];
    let w66 = w49 | w50 | w53 | w54; // white.minor.attacks
    keep::<ALL>(w, 66, w66);
    let w245 = w66 & w9; // white.threat.minor_on_rook
    keep::<ALL>(w, 245, w245);
    sum += count(w245) * t.weights[132];
    let w246 = w66 & w10; // white.threat.minor_on_queen
    keep::<ALL>(w, 246, w246);
    sum += count(w246) * t.weights[133];
    let w247 = w67 & w10; // white.threat.rook_on_queen
    keep::<ALL>(w, 247, w247);
    sum += count(w247) * t.weights[134];
    let w248 = w62 & w242; // white.threat.king_on_weak
    keep::<ALL>(w, 248, w248);
    sum += count(w248) * t.weights[135];
    let w249 = w66 & w6 & w242; // white.threat.minor_on_pawn
    keep::<ALL>(w, 249, w249);
    sum += count(w249) * t.weights[136];
    let w244 = w7 | w8; // black.minors
    keep::<ALL>(w, 244, w244);
    let w250 = w66 & w244 & w242; // white.threat.minor_on_minor
    keep::<ALL>(w, 250, w250);
    sum += count(w250) * t.weights[137];
    let w251 = w67 & w6 & w242; // white.threat.rook_on_pawn
    keep::<ALL>(w, 251, w251);
    sum += count(w251) * t.weights[138];
    let w252 = w67 & w244 & w242; // white.threat.rook_on_minor
    keep::<ALL>(w, 252, w252);
    sum += count(w252) * t.weights[139];
    let w253 = w0 & w91 & !w68; // white.pawn.loose
    keep::<ALL>(w, 253, w253);
    let w254 = w0 & !w253; // white.pawn.safe
    keep::<ALL>(w, 254, w254);
    let w255 = w254.rotate_left(7) & 0x7f7f7f7f7f7f7f00 | w254.rotate_left(9) & 0xfefefefefefefe00; // white.pawn.safe_attacks
    keep::<ALL>(w, 255, w255);
    let w256 = w255 & w39; // white.threat.pawn
    keep::<ALL>(w, 256, w256);
    sum += count(w256) * t.weights[140];
    let w257 = w26 & !w46 & !w31; // white.pawn.push
    keep::<ALL>(w, 257, w257);
    let w258 = w257 & w91 & !w68; // white.pawn.push_loose
    keep::<ALL>(w, 258, w258);
    let w259 = w257 & !w258; // white.pawn.safe_push
    keep::<ALL>(w, 259, w259);
    let w260 = w259.rotate_left(7) & 0x7f7f7f7f7f7f7f00 | w259.rotate_left(9) & 0xfefefefefefefe00; // white.pawn.push_attacks
    keep::<ALL>(w, 260, w260);
    let w261 = w260 & w39; // white.threat.pawn_push
    keep::<ALL>(w, 261, w261);
    sum += count(w261) * t.weights[141];
    let w262 = w91 & w68 & !w92 & !w31; // white.restricts
    keep::<ALL>(w, 262, w262);
    sum += count(w262) * t.weights[142];
    s[12] = sum;
    let mut sum = before[13];
    let w13 = w[13]; // black.to_move
    sum += count(w13) * t.weights[147];
    let w276 = w25 & w91; // white.attacked_men
    keep::<ALL>(w, 276, w276);
    let w277 = w276 & w69 & !w92; // white.firm
    keep::<ALL>(w, 277, w277);
    let w278 = w276 & !w16 & !w277; // white.weak
    keep::<ALL>(w, 278, w278);
    let w279 = w278 & !w68; // white.hanging
    keep::<ALL>(w, 279, w279);
    sum += count(w279) * t.weights[148];
    let w89 = w72 | w73 | w76 | w77; // black.minor.attacks
    keep::<ALL>(w, 89, w89);
    let w281 = w89 & w3; // black.threat.minor_on_rook
    keep::<ALL>(w, 281, w281);
    sum += count(w281) * t.weights[149];
    let w282 = w89 & w4; // black.threat.minor_on_queen
    keep::<ALL>(w, 282, w282);
    sum += count(w282) * t.weights[150];
    let w283 = w90 & w4; // black.threat.rook_on_queen
    keep::<ALL>(w, 283, w283);
    sum += count(w283) * t.weights[151];
    let w284 = w85 & w278; // black.threat.king_on_weak
    keep::<ALL>(w, 284, w284);
    sum += count(w284) * t.weights[152];
    let w285 = w89 & w0 & w278; // black.threat.minor_on_pawn
    keep::<ALL>(w, 285, w285);
    sum += count(w285) * t.weights[153];
    let w280 = w1 | w2; // white.minors
    keep::<ALL>(w, 280, w280);
    let w286 = w89 & w280 & w278; // black.threat.minor_on_minor
    keep::<ALL>(w, 286, w286);
    sum += count(w286) * t.weights[154];
    let w287 = w90 & w0 & w278; // black.threat.rook_on_pawn
    keep::<ALL>(w, 287, w287);
    sum += count(w287) * t.weights[155];
    let w288 = w90 & w280 & w278; // black.threat.rook_on_minor
    keep::<ALL>(w, 288, w288);
    sum += count(w288) * t.weights[156];
    let w289 = w6 & w68 & !w91; // black.pawn.loose
    keep::<ALL>(w, 289, w289);
    let w290 = w6 & !w289; // black.pawn.safe
    keep::<ALL>(w, 290, w290);
    let w291 = w290.rotate_left(55) & 0x7f7f7f7f7f7f7f | w290.rotate_left(57) & 0xfefefefefefefe; // black.pawn.safe_attacks
    keep::<ALL>(w, 291, w291);
    let w292 = w291 & w24; // black.threat.pawn
    keep::<ALL>(w, 292, w292);
    sum += count(w292) * t.weights[157];
    let w293 = w41 & !w46 & !w16; // black.pawn.push
    keep::<ALL>(w, 293, w293);
    let w294 = w293 & w68 & !w91; // black.pawn.push_loose
    keep::<ALL>(w, 294, w294);
    let w295 = w293 & !w294; // black.pawn.safe_push
    keep::<ALL>(w, 295, w295);
    let w296 = w295.rotate_left(55) & 0x7f7f7f7f7f7f7f | w295.rotate_left(57) & 0xfefefefefefefe; // black.pawn.push_attacks
    keep::<ALL>(w, 296, w296);
    let w297 = w296 & w24; // black.threat.pawn_push
    keep::<ALL>(w, 297, w297);
    sum += count(w297) * t.weights[158];
    let w298 = w68 & w91 & !w69 & !w16; // black.restricts
    keep::<ALL>(w, 298, w298);
    sum += count(w298) * t.weights[159];
    s[13] = sum;
    let mut sum = before[14];
    let w347 = somewhere(w52); // white.bishop.pair
    keep::<ALL>(w, 347, w347);
    sum += (w347 & 1) as i64 * t.weights[190];
    let w349 = h[28]; // white.outpost
    let w350 = w1 & w349; // white.knight.outpost
    keep::<ALL>(w, 350, w350);
    sum += count(w350) * t.weights[191];
    let w351 = w2 & w349; // white.bishop.outpost
    keep::<ALL>(w, 351, w351);
    sum += count(w351) * t.weights[192];
    let w352 = w64 & w349 & !w25; // white.knight.outpost_soon
    keep::<ALL>(w, 352, w352);
    sum += count(w352) * t.weights[193];
    let w353 = h[29]; // white.below_any_pawn
    let w354 = w280 & w353; // white.minor.behind_pawn
    keep::<ALL>(w, 354, w354);
    sum += count(w354) * t.weights[194];
    let w23 = h[3]; // white.king.near4
    let w355 = w280 & !w23; // white.minor.far_from_king
    keep::<ALL>(w, 355, w355);
    sum += count(w355) * t.weights[195];
    let w356 = w[356]; // white.light_squares
    let w357 = w2 & w356; // white.bishop.light
    keep::<ALL>(w, 357, w357);
    let w358 = somewhere(w357); // white.bishop.light.somewhere
    keep::<ALL>(w, 358, w358);
    let w359 = w0 & w356 & w358; // white.bishop.light.own_pawns
    keep::<ALL>(w, 359, w359);
    sum += count(w359) * t.weights[196];
    let w360 = w[360]; // white.dark_squares
    let w361 = w2 & w360; // white.bishop.dark
    keep::<ALL>(w, 361, w361);
    let w362 = somewhere(w361); // white.bishop.dark.somewhere
    keep::<ALL>(w, 362, w362);
    let w363 = w0 & w360 & w362; // white.bishop.dark.own_pawns
    keep::<ALL>(w, 363, w363);
    sum += count(w363) * t.weights[197];
    let w364 = w[364]; // white.seventh
    let w365 = w[365]; // white.edge_files
    let w366 = h[30]; // white.beside_enemy_pawn
    let w367 = w2 & w364 & w365 & w366; // white.bishop.trapped
    keep::<ALL>(w, 367, w367);
    sum += count(w367) * t.weights[198];
    s[14] = sum;
    let mut sum = before[15];
    let w368 = somewhere(w75); // black.bishop.pair
    keep::<ALL>(w, 368, w368);
    sum += (w368 & 1) as i64 * t.weights[199];
    let w370 = h[31]; // black.outpost
    let w371 = w7 & w370; // black.knight.outpost
    keep::<ALL>(w, 371, w371);
    sum += count(w371) * t.weights[200];
    let w372 = w8 & w370; // black.bishop.outpost
    keep::<ALL>(w, 372, w372);
    sum += count(w372) * t.weights[201];
    let w373 = w87 & w370 & !w40; // black.knight.outpost_soon
    keep::<ALL>(w, 373, w373);
    sum += count(w373) * t.weights[202];
    let w375 = h[32]; // black.below_any_pawn
    let w376 = w244 & w375; // black.minor.behind_pawn
    keep::<ALL>(w, 376, w376);
    sum += count(w376) * t.weights[203];
    let w38 = h[9]; // black.king.near4
    let w377 = w244 & !w38; // black.minor.far_from_king
    keep::<ALL>(w, 377, w377);
    sum += count(w377) * t.weights[204];
    let w378 = w8 & w356; // black.bishop.light
    keep::<ALL>(w, 378, w378);
    let w379 = somewhere(w378); // black.bishop.light.somewhere
    keep::<ALL>(w, 379, w379);
    let w380 = w6 & w356 & w379; // black.bishop.light.own_pawns
    keep::<ALL>(w, 380, w380);
    sum += count(w380) * t.weights[205];
    let w381 = w8 & w360; // black.bishop.dark
    keep::<ALL>(w, 381, w381);
    let w382 = somewhere(w381); // black.bishop.dark.somewhere
    keep::<ALL>(w, 382, w382);
    let w383 = w6 & w360 & w382; // black.bishop.dark.own_pawns
    keep::<ALL>(w, 383, w383);
    sum += count(w383) * t.weights[206];
    let w384 = w[384]; // black.seventh
    let w385 = h[33]; // black.beside_enemy_pawn
    let w386 = w8 & w384 & w365 & w385; // black.bishop.trapped
    keep::<ALL>(w, 386, w386);
    sum += count(w386) * t.weights[207];
    s[15] = sum;
    let mut sum = before[16];
    let w28 = h[5]; // white.pawn.files
    let w43 = h[11]; // black.pawn.files
    let w387 = w3 & !w28 & !w43; // white.rook.open_file
    keep::<ALL>(w, 387, w387);
    sum += count(w387) * t.weights[208];
    let w388 = w3 & !w28 & w43; // white.rook.half_open_file
    keep::<ALL>(w, 388, w388);
    sum += count(w388) * t.weights[209];
    let w389 = h[34]; // white.behind_own_passed
    let w390 = w3 & w389; // white.rook.behind_passed
    keep::<ALL>(w, 390, w390);
    sum += count(w390) * t.weights[210];
    let w395 = h[35]; // white.seventh_worth_it
    let w396 = w3 & w364 & w395; // white.rook.seventh
    keep::<ALL>(w, 396, w396);
    sum += count(w396) * t.weights[211];
    let w397 = w4 & w364 & w395; // white.queen.seventh
    keep::<ALL>(w, 397, w397);
    sum += count(w397) * t.weights[212];
    let w405 = h[36]; // white.king.corner
    let w406 = w3 & w405 & w28; // white.rook.shut_in
    keep::<ALL>(w, 406, w406);
    sum += count(w406) * t.weights[213];
    s[16] = sum;
    let mut sum = before[17];
    let w407 = w9 & !w43 & !w28; // black.rook.open_file
    keep::<ALL>(w, 407, w407);
    sum += count(w407) * t.weights[214];
    let w408 = w9 & !w43 & w28; // black.rook.half_open_file
    keep::<ALL>(w, 408, w408);
    sum += count(w408) * t.weights[215];
    let w409 = h[37]; // black.behind_own_passed
    let w410 = w9 & w409; // black.rook.behind_passed
    keep::<ALL>(w, 410, w410);
    sum += count(w410) * t.weights[216];
    let w414 = h[38]; // black.seventh_worth_it
    let w415 = w9 & w384 & w414; // black.rook.seventh
    keep::<ALL>(w, 415, w415);
    sum += count(w415) * t.weights[217];
    let w416 = w10 & w384 & w414; // black.queen.seventh
    keep::<ALL>(w, 416, w416);
    sum += count(w416) * t.weights[218];
    let w421 = h[39]; // black.king.corner
    let w422 = w9 & w421 & w43; // black.rook.shut_in
    keep::<ALL>(w, 422, w422);
    sum += count(w422) * t.weights[219];
    s[17] = sum;
    let mut sum = before[18];
    let w423 = h[40]; // white.has_pawns
    let w426 = somewhere(w2); // white.has_bishops
    keep::<ALL>(w, 426, w426);
    let w427 = somewhere(w1); // white.has_knights
    keep::<ALL>(w, 427, w427);
    let w428 = w426 & w427; // white.has_both_minors
    keep::<ALL>(w, 428, w428);
    let w424 = w3 | w4; // white.majors
    keep::<ALL>(w, 424, w424);
    let w425 = somewhere(w424); // white.has_majors
    keep::<ALL>(w, 425, w425);
    let w429 = w347 | w428 | w425; // white.can_mate
    keep::<ALL>(w, 429, w429);
    let w430 = !w423 & !w429; // white.scale.cannot_win
    keep::<ALL>(w, 430, w430);
    sum += (w430 & 1) as i64 * t.weights[220];
    let w273 = somewhere(w39); // black.officers.somewhere
    keep::<ALL>(w, 273, w273);
    let w431 = !w423 & w429 & w273; // white.scale.no_pawns
    keep::<ALL>(w, 431, w431);
    sum += (w431 & 1) as i64 * t.weights[221];
    let w433 = h[41]; // white.has_two_pawns
    let w434 = w423 & !w433 & w273; // white.scale.one_pawn
    keep::<ALL>(w, 434, w434);
    sum += (w434 & 1) as i64 * t.weights[222];
    let w435 = w358 & !w362 & w382 & !w379; // white.bishops_light_against_dark
    keep::<ALL>(w, 435, w435);
    let w436 = w362 & !w358 & w379 & !w382; // white.bishops_dark_against_light
    keep::<ALL>(w, 436, w436);
    let w437 = w435 | w436; // white.opposite_bishops
    keep::<ALL>(w, 437, w437);
    let w438 = w1 | w3 | w4; // white.own_besides_bishops
    keep::<ALL>(w, 438, w438);
    let w439 = w7 | w9 | w10; // white.enemy_besides_bishops
    keep::<ALL>(w, 439, w439);
    let w440 = w438 | w439; // white.besides_bishops
    keep::<ALL>(w, 440, w440);
    let w441 = somewhere(w440); // white.more_than_bishops
    keep::<ALL>(w, 441, w441);
    let w442 = w437 & !w441; // white.scale.opposite_bishops
    keep::<ALL>(w, 442, w442);
    sum += (w442 & 1) as i64 * t.weights[223];
    let w443 = w437 & w441; // white.scale.opposite_bishops_mixed
    keep::<ALL>(w, 443, w443);
    sum += (w443 & 1) as i64 * t.weights[224];
    let w446 = h[42]; // white.has_pawns_off_a
    let w449 = h[43]; // white.enemy_holds_a_corner
    let w450 = !w446 & !w358 & w449; // white.corner_a_lost
    keep::<ALL>(w, 450, w450);
    let w453 = h[44]; // white.has_pawns_off_h
    let w456 = h[45]; // white.enemy_holds_h_corner
    let w457 = !w453 & !w362 & w456; // white.corner_h_lost
    keep::<ALL>(w, 457, w457);
    let w458 = w450 | w457; // white.corner_lost
    keep::<ALL>(w, 458, w458);
    let w459 = w458 & w423 & !w425 & !w427; // white.scale.wrong_bishop
    keep::<ALL>(w, 459, w459);
    sum += (w459 & 1) as i64 * t.weights[225];
    s[18] = sum;
    let mut sum = before[19];
    let w460 = h[46]; // black.has_pawns
    let w463 = somewhere(w8); // black.has_bishops
    keep::<ALL>(w, 463, w463);
    let w464 = somewhere(w7); // black.has_knights
    keep::<ALL>(w, 464, w464);
    let w465 = w463 & w464; // black.has_both_minors
    keep::<ALL>(w, 465, w465);
    let w461 = w9 | w10; // black.majors
    keep::<ALL>(w, 461, w461);
    let w462 = somewhere(w461); // black.has_majors
    keep::<ALL>(w, 462, w462);
    let w466 = w368 | w465 | w462; // black.can_mate
    keep::<ALL>(w, 466, w466);
    let w467 = !w460 & !w466; // black.scale.cannot_win
    keep::<ALL>(w, 467, w467);
    sum += (w467 & 1) as i64 * t.weights[226];
    let w272 = somewhere(w24); // white.officers.somewhere
    keep::<ALL>(w, 272, w272);
    let w468 = !w460 & w466 & w272; // black.scale.no_pawns
    keep::<ALL>(w, 468, w468);
    sum += (w468 & 1) as i64 * t.weights[227];
    let w470 = h[47]; // black.has_two_pawns
    let w471 = w460 & !w470 & w272; // black.scale.one_pawn
    keep::<ALL>(w, 471, w471);
    sum += (w471 & 1) as i64 * t.weights[228];
    let w472 = w379 & !w382 & w362 & !w358; // black.bishops_light_against_dark
    keep::<ALL>(w, 472, w472);
    let w473 = w382 & !w379 & w358 & !w362; // black.bishops_dark_against_light
    keep::<ALL>(w, 473, w473);
    let w474 = w472 | w473; // black.opposite_bishops
    keep::<ALL>(w, 474, w474);
    let w475 = w439 | w438; // black.besides_bishops
    keep::<ALL>(w, 475, w475);
    let w476 = somewhere(w475); // black.more_than_bishops
    keep::<ALL>(w, 476, w476);
    let w477 = w474 & !w476; // black.scale.opposite_bishops
    keep::<ALL>(w, 477, w477);
    sum += (w477 & 1) as i64 * t.weights[229];
    let w478 = w474 & w476; // black.scale.opposite_bishops_mixed
    keep::<ALL>(w, 478, w478);
    sum += (w478 & 1) as i64 * t.weights[230];
    let w480 = h[48]; // black.has_pawns_off_a
    let w483 = h[49]; // black.enemy_holds_a_corner
    let w484 = !w480 & !w382 & w483; // black.corner_a_lost
    keep::<ALL>(w, 484, w484);
    let w486 = h[50]; // black.has_pawns_off_h
    let w489 = h[51]; // black.enemy_holds_h_corner
    let w490 = !w486 & !w379 & w489; // black.corner_h_lost
    keep::<ALL>(w, 490, w490);
    let w491 = w484 | w490; // black.corner_lost
    keep::<ALL>(w, 491, w491);
    let w492 = w491 & w460 & !w462 & !w464; // black.scale.wrong_bishop
    keep::<ALL>(w, 492, w492);
    sum += (w492 & 1) as i64 * t.weights[231];
    s[19] = sum;
    let mut sum = before[20];
    sum += count(w1) * t.weights[5];
    sum += count(w2) * t.weights[6];
    sum += count(w3) * t.weights[7];
    sum += count(w4) * t.weights[8];
    sum += count(w7) * t.weights[14];
    sum += count(w8) * t.weights[15];
    sum += count(w9) * t.weights[16];
    sum += count(w10) * t.weights[17];
    s[20] = sum;
    let mut sum = before[21];
    let w274 = w272 | w273; // officers_left
    keep::<ALL>(w, 274, w274);
    let w275 = !w274; // pawn_ending
    keep::<ALL>(w, 275, w275);
    sum += (w275 & 1) as i64 * t.weights[146];
    s[21] = sum;
}
