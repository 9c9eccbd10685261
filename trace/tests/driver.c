/* Reads calls from standard input, a line each, and makes them through lucena_trace.h: `driver OUT FILTER < calls`.
 * Compiled as C99 and as C++17 by tests/writers.rs. */
#define LUCENA_TRACE
#include "../lucena_trace.h"

static const char *const NAMES[] = {"rfp", "lmr", "null", "singular", "futility", "see", "check", "history"};

int main(int argc, char **argv) {
    char call[16], text[512];
    long long a[7];
    lt_trace *t;
    if (argc < 3) return 2;
    t = LT_OPEN(argv[1], "Driver", "1.0", argv[2]);
    if (!t) return 3;
    while (scanf("%15s %lld %lld %lld %lld %lld %lld %lld %511s", call, a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, text) == 9) {
        const char *name = NAMES[(unsigned)a[6] % 8];
        uint16_t moves[600];
        int32_t scores[600];
        for (int i = 0; i < 600; i++) { moves[i] = (uint16_t)(a[0] + i * 37); scores[i] = (int32_t)(a[1] - i * 1001); }
        if (!strcmp(call, "info")) LT(info(t, name, text));
        else if (!strcmp(call, "unit")) LT(unit(t, a[0]));
        else if (!strcmp(call, "search")) LT(search(t, text, moves, (int)a[2]));
        else if (!strcmp(call, "iteration")) LT(iteration(t, a[0], a[1], a[2], (int)a[3]));
        else if (!strcmp(call, "next")) LT(next(t, (int)a[0]));
        else if (!strcmp(call, "enter")) LT(enter(t, (int)a[0], (int)a[1], a[2], a[3], a[4]));
        else if (!strcmp(call, "eval")) LT(eval(t, a[0], a[1]));
        else if (!strcmp(call, "tt")) LT(tt(t, (uint64_t)a[0], (int)a[1], a[2], a[3], (int)a[4], (int)a[5]));
        else if (!strcmp(call, "store")) LT(store(t, (uint64_t)a[0], (int)a[1], a[2], a[3], (int)a[4]));
        else if (!strcmp(call, "order")) LT(order(t, moves, scores, (int)a[2]));
        else if (!strcmp(call, "pruned")) LT(pruned(t, (int)a[0], name, a[1], a[2]));
        else if (!strcmp(call, "depth")) LT(depth(t, (int)a[0], a[1], name));
        else if (!strcmp(call, "best")) LT(best(t, (int)a[0]));
        else if (!strcmp(call, "reason")) LT(reason(t, name));
        else if (!strcmp(call, "exit")) LT(exit(t, a[0], (int)a[1]));
        else if (!strcmp(call, "number")) LT(number(t, name, a[0]));
        else if (!strcmp(call, "comment")) LT(comment(t, text));
        else if (!strcmp(call, "end")) LT(end(t, (uint64_t)a[0], (int)a[1], a[2]));
        else return 4;
    }
    LT(close(t));
    return 0;
}
