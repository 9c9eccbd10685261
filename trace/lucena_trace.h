/* lucena_trace.h: writes the tree of a chess search as a search trace, version 1 (Lucena's docs/trace-format.md).
 * C99 or C++17, no dependencies. Define LUCENA_TRACE to record; without it LT(...) expands to nothing.
 *
 * Copyright (c) 2026 the Lucena authors
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to the following conditions:
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
 * LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL
 * THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
 * CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
 * THE SOFTWARE.
 *
 * One trace belongs to one thread. Every call accepts a null trace and does nothing then. In the order of a search:
 *   lt_trace *t = LT_OPEN("out.trace", "engine", "1.0", getenv("TRACE_FILTER"));
 *   LT(unit(t, 64));                             depth units in a ply, if not 1     LT(info(t, key, value));
 *   LT(search(t, fen, moves, count));            a new search; `count` moves played from `fen`
 *   LT(iteration(t, depth, alpha, beta, line));  line: number of the multi-PV line, from 1
 *   LT(next(t, flags));                          flags for the next enter, set by the caller of the child
 *   LT(enter(t, flags, move, depth, alpha, beta));
 *   LT(tt(t, key, bound, depth, score, move, used));  bound LT_NONE for a miss
 *   LT(eval(t, raw, corrected));                 LT(order(t, moves, scores, count));
 *   LT(pruned(t, move, "rule", measured, limit));     a move not searched; move 0 for all remaining quiet moves
 *   LT(depth(t, move, change, "why"));           depth units, negative for a reduction
 *   LT(store(t, key, bound, depth, score, move));     LT(number(t, "name", value));  LT(comment(t, "text"));
 *   LT(best(t, move));  LT(reason(t, "why"));    of the innermost open node, before its exit
 *   LT(exit(t, score, bound));                   bound LT_NONE lets the reader compare the score with the window
 *   LT(end(t, nodes, move, score));              nodes by the engine's own count    LT(close(t));
 * Scores are in the view of the side to move. Names ("rule", "why") are string literals, told apart by address. The
 * filter is a text such as "nodes=1000-2000 ply=6 line=e2e4,e7e5 iteration=8-9 search=3"; if LT_OPEN does not know it
 * or cannot write the file, it says so on standard error and returns NULL. A later failure to write is said there once,
 * with the path, and ends the trace; the engine runs on.
 */
#ifndef LUCENA_TRACE_H
#define LUCENA_TRACE_H
/* Squares from a1 0, b1 1 to h8 63; promotion none 0, N 1, B 2, R 3, Q 4. */
#define LT_MOVE(from, to, promotion) ((from) | (to) << 6 | (promotion) << 12)
enum { /* bounds; flags of a node, whose type is one of the first three or 0 */
    LT_NONE = 0, LT_UPPER = 1, LT_LOWER = 2, LT_EXACT = 3, LT_PV = 1, LT_CUT = 2, LT_ALL = 3,
    LT_QUIESCENCE = 4, LT_UNCOUNTED = 8, LT_REDUCED = 16, LT_RESEARCH = 32, LT_NULL = 64,
    LT_SAME = 128, LT_SINGULAR = 256, LT_PROBCUT = 512, LT_VERIFY = 1024, LT_RAZORING = 2048, LT_IID = 4096
};
#ifndef LUCENA_TRACE
typedef struct lt_trace lt_trace;
#define LT(...) ((void)0)
#define LT_OPEN(path, engine, version, filter) 0
#else
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LT(...) lt_##__VA_ARGS__
#define LT_OPEN(path, engine, version, filter) lt_open(path, engine, version, filter)
/* Deeper nodes are counted, not recorded; further names share the number 0; the longest record; moves of a filter. */
enum { LT_LEVELS = 1024, LT_NAMES = 256, LT_ROOM = 8192, LT_LINE = 64 };
#define LT_FN static inline
typedef unsigned char lt_byte;
typedef struct {
    uint64_t hidden; const char *reason; uint16_t move, best, ply; lt_byte recorded, counted, on_line; } lt_node;
typedef struct { /* the path follows it */
    FILE *file; size_t used;
    int64_t unit, searches, visits, range[4][2]; /* first and last of nodes, ply, search, iteration */
    int level, named, next, in_search, in_iteration, line_length, failed;
    uint16_t line[LT_LINE]; struct { const char *name; int id; } names[LT_NAMES * 2];
    lt_node nodes[LT_LEVELS + 1]; lt_byte buffer[65536];
} lt_trace;
LT_FN void lt_check(lt_trace *t, int is_written) { /* says the first failure; nothing is written after it */
    if (is_written || t->failed) return;
    t->failed = 1;
    fprintf(stderr, "search trace ends early: %s: %s\n", (const char *)(t + 1), strerror(errno));
}
LT_FN void lt_flush(lt_trace *t) {
    if (!t->failed) lt_check(t, fwrite(t->buffer, 1, t->used, t->file) == t->used);
    t->used = 0;
}
/* A record is a tag, the length of its payload (one byte below 128) and the payload. */
LT_FN lt_byte *lt_begin(lt_trace *t) {
    if (t->used + LT_ROOM > sizeof t->buffer) lt_flush(t);
    return t->buffer + t->used + 2;
}
LT_FN void lt_finish(lt_trace *t, char tag, lt_byte *end) {
    lt_byte *start = t->buffer + t->used;
    size_t length = (size_t)(end - start) - 2, wide = length > 127;
    if (wide) { memmove(start + 3, start + 2, length); start[2] = (lt_byte)(length >> 7); }
    start[0] = (lt_byte)tag; start[1] = (lt_byte)(wide ? length | 128 : length);
    t->used += length + 2 + wide;
}
LT_FN lt_byte *lt_u(lt_byte *p, uint64_t v) {
    while (v > 127) { *p++ = (lt_byte)(v | 128); v >>= 7; }
    *p++ = (lt_byte)v; return p;
}
LT_FN lt_byte *lt_z(lt_byte *p, int64_t v) { return lt_u(p, (uint64_t)v << 1 ^ (v < 0 ? ~(uint64_t)0 : 0)); }
LT_FN lt_byte *lt_m(lt_byte *p, int m) { p[0] = (lt_byte)m; p[1] = (lt_byte)(m >> 8); return p + 2; }
LT_FN lt_byte *lt_text(lt_byte *p, const char *text, size_t most) {
    size_t length = text ? strlen(text) : 0; if (length > most) length = most;
    return (lt_byte *)memcpy(lt_u(p, length), text ? text : "", length) + length;
}
/* The number of a name; the first use defines it. */
LT_FN int lt_name(lt_trace *t, const char *name) {
    size_t at = ((uintptr_t)name * (uintptr_t)2654435761u >> 7) % (LT_NAMES * 2);
    while (t->names[at].name && t->names[at].name != name) at = (at + 1) % (LT_NAMES * 2);
    if (!t->names[at].name && t->named + 1 < LT_NAMES) {
        t->names[at].name = name; t->names[at].id = ++t->named;
        lt_finish(t, 'S', lt_text(lt_u(lt_begin(t), (uint64_t)t->named), name, 1000));
    }
    return t->names[at].id;
}
LT_FN lt_node *lt_top(lt_trace *t) { /* the innermost open node, if it is recorded */
    return t && t->level <= LT_LEVELS && t->nodes[t->level].recorded ? &t->nodes[t->level] : NULL;
}
LT_FN void lt_info(lt_trace *t, const char *key, const char *value) {
    if (t) lt_finish(t, 'H', lt_text(lt_text(lt_begin(t), key, 1000), value, 4000));
}
LT_FN void lt_unit(lt_trace *t, int64_t unit) {
    char text[24];
    if (t && unit > 0) { snprintf(text, sizeof text, "%ld", (long)(t->unit = unit)); lt_info(t, "depth-unit", text); }
}
LT_FN const char *lt_read_line(lt_trace *t, const char *m) { /* the end of the moves, or NULL */
    for (;; m++) {
        const char *pieces = "nbrq", *piece = pieces - 1;
        if (t->line_length == LT_LINE || strcspn(m, " ,") < 4) return NULL;
        for (int i = 0; i < 4; i++) if (m[i] < (i % 2 ? '1' : 'a') || m[i] > (i % 2 ? '8' : 'h')) return NULL;
        if (m[4] && !strchr(" ,", m[4]) && !(piece = strchr(pieces, m[4]))) return NULL;
        t->line[t->line_length++] = (uint16_t)LT_MOVE(
            m[0] - 'a' + 8 * (m[1] - '1'), m[2] - 'a' + 8 * (m[3] - '1'), (int)(piece + 1 - pieces));
        m += piece < pieces ? 4 : 5;
        if (*m != ',') return m;
    }
}
LT_FN int lt_filter(lt_trace *t, const char *f) {
    static const char *const names[] = {"nodes=", "ply=", "search=", "iteration=", "line="};
    for (int named = 0; *(f += strspn(f, " "));) {
        int what = 0; while (what < 5 && strncmp(f, names[what], strlen(names[what]))) what++;
        if (what == 5 || named >> what & 1) return 0;
        named |= 1 << what; f += strlen(names[what]);
        for (int last = 0; what < 4 && last < 2; last++, f++) {
            size_t digits = strspn(f, "0123456789");
            if (digits < 1 || digits > 18) return 0;
            t->range[what][1] = strtoll(f, NULL, 10);
            if (!last) t->range[what][0] = t->range[what][1];
            f += digits; if (last || *f != '-') break;
            if (what == 1) return 0; /* the largest distance from the root, not a range */
        }
        if (what == 4) f = lt_read_line(t, f);
        if (!f || !strchr(" ", *f) || (what < 4 && t->range[what][1] < t->range[what][0])) return 0;
    }
    return t->range[1][0] = 0, 1;
}
LT_FN int lt_in(const lt_trace *t, int what, int64_t v) { return t->range[what][0] <= v && v <= t->range[what][1]; }
LT_FN lt_trace *lt_open(const char *path, const char *engine, const char *version, const char *filter) {
    lt_trace *t = path ? (lt_trace *)calloc(1, sizeof *t + strlen(path) + 1) : NULL;
    if (!t) return NULL;
    for (int i = 0; i < 4; i++) t->range[i][1] = INT64_MAX;
    int known = !filter || lt_filter(t, filter);
    if (!known || !(t->file = fopen(path, "wb"))) {
        fprintf(stderr, "no search trace: %s: %s%s\n", path, known ? strerror(errno) : "unknown filter: ", known ? "" : filter);
        return free(t), (lt_trace *)NULL;
    }
    memcpy(t + 1, path, strlen(path));
    setvbuf(t->file, NULL, _IONBF, 0); /* so that a failure is seen at once */
    memcpy(t->buffer, "\x8cLTR\r\n\x1a\n\x01", t->used = 9);
    t->unit = 1; lt_info(t, "engine", engine); lt_info(t, "version", version);
    return (filter && *filter ? lt_info(t, "filter", filter) : (void)0), t;
}
LT_FN void lt_search(lt_trace *t, const char *fen, const uint16_t *moves, int count) {
    if (!t) return;
    t->visits = t->level = t->next = 0; t->in_iteration = t->in_search = lt_in(t, 2, ++t->searches);
    lt_byte *p = lt_u(lt_text(lt_begin(t), fen, 1000), (uint64_t)(count = count > 3000 ? 3000 : count));
    for (int i = 0; i < count; i++) p = lt_m(p, moves[i]);
    lt_finish(t, 'G', p);
}
LT_FN void lt_iteration(lt_trace *t, int64_t depth, int64_t alpha, int64_t beta, int line) {
    if (!t) return;
    t->level = t->next = 0; t->in_iteration = t->in_search && lt_in(t, 3, depth / t->unit);
    lt_byte *p = lt_u(lt_z(lt_z(lt_begin(t), depth), alpha), (uint64_t)beta - (uint64_t)alpha);
    lt_finish(t, 'I', lt_u(p, (uint64_t)line));
}
LT_FN void lt_enter(lt_trace *t, int flags, int move, int64_t depth, int64_t alpha, int64_t beta) {
    if (!t) return;
    lt_node *above = &t->nodes[t->level > LT_LEVELS ? LT_LEVELS : t->level], *n = above + 1;
    int counted = !((flags |= t->next) & LT_UNCOUNTED);
    if ((flags & (LT_SAME | LT_SINGULAR)) == LT_SAME) move = 0; /* no move leads to the same position */
    t->next = 0; t->visits += counted;
    if (++t->level > LT_LEVELS) { above->hidden += (uint64_t)counted; return; }
    memset(n, 0, sizeof *n); n->move = (uint16_t)move;
    n->ply = (uint16_t)(t->level == 1 ? 0 : above->ply + !(flags & LT_SAME));
    n->on_line = (lt_byte)(n->ply == 0 || (above->on_line
        && (flags & LT_SAME || n->ply > t->line_length || n->move == t->line[n->ply - 1])));
    n->counted = (lt_byte)counted; n->recorded = t->in_iteration && n->on_line && n->ply >= t->line_length
        && lt_in(t, 1, n->ply) && lt_in(t, 0, t->visits);
    if (!n->recorded) return;
    if (t->level > 1 && !above->recorded) { /* the path of a node whose parent was left out */
        lt_byte *p = lt_u(lt_begin(t), n->ply);
        for (int i = 2; i <= t->level; i++) if (t->nodes[i].ply > t->nodes[i - 1].ply) p = lt_m(p, t->nodes[i].move);
        lt_finish(t, 'P', p);
    }
    lt_byte *p = lt_z(lt_z(lt_m(lt_u(lt_begin(t), (uint64_t)flags), move), depth), alpha);
    lt_finish(t, 'E', lt_u(p, (uint64_t)beta - (uint64_t)alpha));
}
LT_FN void lt_eval(lt_trace *t, int64_t raw, int64_t corrected) {
    if (lt_top(t)) lt_finish(t, 'V', lt_z(lt_z(lt_begin(t), raw), corrected));
}
LT_FN void lt_entry(lt_trace *t, char tag, uint64_t key, int flags, int64_t depth, int64_t score, int move) {
    if (!lt_top(t)) return;
    lt_byte *p = lt_m(lt_z(lt_z(lt_u(lt_begin(t), (uint64_t)(flags | 8)), depth), score), move);
    for (int i = 0; i < 8; i++) *p++ = (lt_byte)(key >> 8 * i);
    lt_finish(t, tag, p);
}
#define lt_tt(t, key, bound, depth, score, m, used) lt_entry(t, 'T', key, (bound) | ((used) ? 4 : 0), depth, score, m)
#define lt_store(t, key, bound, depth, score, m) lt_entry(t, 'W', key, bound, depth, score, m)
LT_FN void lt_order(lt_trace *t, const uint16_t *moves, const int32_t *scores, int count) {
    if (!lt_top(t)) return;
    lt_byte *p = lt_u(lt_begin(t), (uint64_t)(count = count > 512 ? 512 : count));
    for (int i = 0; i < count; i++) p = lt_z(lt_m(p, moves[i]), scores[i]);
    lt_finish(t, 'O', p);
}
LT_FN void lt_pruned(lt_trace *t, int move, const char *rule, int64_t measured, int64_t limit) {
    int id = lt_top(t) ? lt_name(t, rule) : 0;
    if (lt_top(t)) lt_finish(t, 'R', lt_z(lt_z(lt_u(lt_m(lt_begin(t), move), (uint64_t)id), measured), limit));
}
LT_FN void lt_depth(lt_trace *t, int move, int64_t change, const char *why) {
    int id = lt_top(t) ? lt_name(t, why) : 0;
    if (lt_top(t)) lt_finish(t, 'D', lt_u(lt_z(lt_m(lt_begin(t), move), change), (uint64_t)id));
}
#define lt_best(t, m) (lt_top(t) ? (void)(lt_top(t)->best = (uint16_t)(m)) : (void)0)
#define lt_reason(t, why) (lt_top(t) ? (void)(lt_top(t)->reason = (why)) : (void)0)
#define lt_next(t, flags) ((t) ? (void)((t)->next = (flags)) : (void)0)
LT_FN void lt_exit(lt_trace *t, int64_t score, int bound) {
    if (!t || t->level == 0 || --t->level >= LT_LEVELS) return;
    lt_node *n = &t->nodes[t->level + 1];
    if (!n->recorded) { t->nodes[t->level].hidden += n->hidden + n->counted; return; }
    int id = n->reason ? lt_name(t, n->reason) : 0;
    int flags = bound | (n->best ? 4 : 0) | (n->reason ? 8 : 0) | (n->hidden ? 16 : 0);
    lt_byte *p = lt_z(lt_u(lt_begin(t), (uint64_t)flags), score);
    p = n->best ? lt_m(p, n->best) : p; p = n->reason ? lt_u(p, (uint64_t)id) : p;
    lt_finish(t, 'X', n->hidden ? lt_u(p, n->hidden) : p);
}
LT_FN void lt_number(lt_trace *t, const char *name, int64_t value) {
    int written = t && (!t->level || lt_top(t)), id = written ? lt_name(t, name) : 0;
    if (written) lt_finish(t, 'N', lt_z(lt_u(lt_begin(t), (uint64_t)id), value));
}
LT_FN void lt_comment(lt_trace *t, const char *text) {
    if (t && (!t->level || lt_top(t))) lt_finish(t, 'C', lt_text(lt_begin(t), text, 4000));
}
LT_FN void lt_end(lt_trace *t, uint64_t nodes, int move, int64_t score) {
    if (t) { t->level = 0; lt_finish(t, 'Z', lt_z(lt_m(lt_u(lt_begin(t), nodes), move), score)); lt_flush(t); }
}
LT_FN void lt_close(lt_trace *t) { if (t) { lt_flush(t); lt_check(t, !fclose(t->file)); free(t); } }
#endif
#endif
