export const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #566272; --line: #dfe4ea; --paper: #f6f8f7; --card: #fff; --tint: #eef3f1;
  --accent: #0b6e4f; --on-accent: #fff; --accent-tint: #e3f3ec; --bad: #a3261f; --bad-tint: #fcebea; --ring: #0b6e4f66; --field: #fff; --edge: #8793a0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ecf1; --soft: #9eabb9; --line: #2a343f; --paper: #0e1419; --card: #151d24; --tint: #1c262e;
  --accent: #57cda4; --on-accent: #06251a; --accent-tint: #12332a; --bad: #ff9c94; --bad-tint: #3a1a18; --ring: #57cda466; --field: #10171d; --edge: #64717f; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .07em; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: .35rem; }
main:focus { outline: none; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--card); padding: .5rem .9rem; border-radius: .5rem; }
.top { display: flex; align-items: center; gap: .5rem 1rem; flex-wrap: wrap; max-width: 56rem; margin: 0 auto; padding: 1.1rem 1.25rem; }
.brand { display: inline-flex; align-items: center; gap: .55rem; color: var(--ink); font-weight: 700; font-size: 1.08rem; letter-spacing: -.02em; text-decoration: none; }
.mark-coin { fill: var(--accent); } .mark-sign { fill: none; stroke: var(--on-accent); stroke-width: 2.4; stroke-linecap: round; }
.area { color: var(--soft); font-size: .92rem; padding-left: 1rem; border-left: 1px solid var(--line); }
.grow { flex: 1; } .quiet { color: var(--soft); font-size: .92rem; }
.link { background: none; border: 0; padding: .25rem 0; font: inherit; font-size: .92rem; color: var(--soft); text-decoration: underline; text-underline-offset: .18em; cursor: pointer; }
.sections { display: flex; gap: .25rem; max-width: 56rem; margin: 0 auto; padding: 0 1rem; flex-wrap: wrap; border-bottom: 1px solid var(--line); }
.sections a { padding: .7rem .8rem; color: var(--soft); text-decoration: none; white-space: nowrap; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.sections a:hover { color: var(--ink); } .sections a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
main { overflow-wrap: anywhere; max-width: 56rem; margin: 0 auto; padding: 1.75rem 1.25rem 4rem; } main.narrow { max-width: 29rem; padding-top: 2.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.025em; margin: 0 0 .5rem; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; letter-spacing: -.01em; margin: 0 0 .9rem; }
p { margin: 0 0 1rem; text-wrap: pretty; } .lead { color: var(--soft); margin-bottom: 1.6rem; max-width: 40rem; }
.eyebrow { color: var(--accent); font-weight: 600; font-size: .92rem; margin-bottom: .3rem; overflow-wrap: anywhere; }
.notice { text-wrap: pretty; } h1 + .notice { margin-top: 1.1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .9rem; padding: 1.35rem; margin-bottom: 1.25rem; box-shadow: 0 1px 2px #0000000a; }
.card > :last-child { margin-bottom: 0; }
.field { margin-bottom: 1.1rem; } label, legend { display: block; font-weight: 600; font-size: .95rem; margin-bottom: .35rem; padding: 0; }
input:not([type=radio], [type=checkbox]), select { width: 100%; min-height: 2.85rem; padding: .55rem .8rem; font: inherit; color: var(--ink); background: var(--field); border: 1px solid var(--edge); border-radius: .55rem; }
input[aria-invalid] { border-color: var(--bad); } .hint { color: var(--soft); font-size: .88rem; margin: .35rem 0 0; } .fault { color: var(--bad); font-size: .92rem; margin: .35rem 0 0; }
.check { display: flex; gap: .6rem; align-items: flex-start; font-weight: 400; margin-bottom: 1.1rem; } .check input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: .2rem 0 0; flex: none; }
.choices .check { margin-bottom: .55rem; } fieldset { border: 0; padding: 0; margin: 0 0 1.1rem; min-width: 0; }
.options { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .6rem; }
.option { display: flex; gap: .7rem; align-items: flex-start; font-weight: 400; margin: 0; padding: .75rem .9rem; border: 1px solid var(--edge); border-radius: .55rem; cursor: pointer; }
.option:has(:checked) { border-color: var(--accent); background: var(--accent-tint); } .option:has(:focus-visible) { outline: 3px solid var(--ring); outline-offset: 2px; }
.option input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: .2rem 0 0; flex: none; outline: none; } .option b { display: block; } .option span span { color: var(--soft); font-size: .9rem; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.85rem; padding: .55rem 1.2rem; font: inherit; font-weight: 600; border-radius: .55rem; border: 1px solid transparent; cursor: pointer; text-decoration: none; background: var(--accent); color: var(--on-accent); }
button:hover, .button:hover { filter: brightness(1.07); } button.second, .button.second { background: transparent; color: var(--ink); border-color: var(--edge); }
button.danger { background: var(--bad); color: var(--card); } button.small, .button.small { min-height: 2.4rem; padding: .3rem .85rem; font-size: .92rem; }
button.link { min-height: 0; padding: .25rem 0; background: none; color: var(--soft); font-weight: 400; text-decoration: underline; } [hidden] { display: none !important; }
button, .button, .badge { overflow-wrap: normal; } .wide { width: 100%; } .row { display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; } .after { text-align: center; color: var(--soft); margin-top: 1.2rem; }
.notice { padding: .8rem 1rem; border-radius: .6rem; margin-bottom: 1.25rem; } .notice.good { background: var(--accent-tint); } .notice.bad { background: var(--bad-tint); color: var(--bad); }
.list { list-style: none; margin: 0; padding: 0; } .list li { display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: center; padding: 1rem 0; border-top: 1px solid var(--line); } .list li:first-child { border-top: 0; padding-top: 0; } .list li:last-child { padding-bottom: 0; }
.what { flex: 1 1 17rem; min-width: 0; } .what b { overflow-wrap: anywhere; } .facts { color: var(--soft); font-size: .9rem; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: .2rem 0 0; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .82rem; font-weight: 600; background: var(--tint); color: var(--soft); } .badge.strong { background: var(--accent-tint); color: var(--accent); } .badge.bad { background: var(--bad-tint); color: var(--bad); }
code, pre { font: .92em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; } code.mask { color: var(--soft); }
.secret { display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; background: var(--tint); border: 1px dashed var(--accent); border-radius: .6rem; padding: .8rem .9rem; margin-bottom: 1.1rem; } .secret code { flex: 1 1 16rem; overflow-wrap: anywhere; user-select: all; }
pre { background: var(--tint); border-radius: .6rem; padding: .9rem 1rem; margin: 0 0 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
ol { margin: 0; padding-left: 1.3rem; } ol li { margin-bottom: .4rem; } .grants { margin: 0 0 1.2rem; padding: 0; list-style: none; } .grants li { padding: .55rem 0 .55rem 1.7rem; position: relative; } .grants li::before { content: "✓"; position: absolute; left: .1rem; color: var(--accent); font-weight: 700; }
.choice { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-bottom: 1.4rem; } .choice label { margin: 0; } .choice select { width: auto; max-width: 100%; min-height: 2.4rem; padding: .25rem .6rem; }
details summary { cursor: pointer; font-weight: 600; } details[open] summary { margin-bottom: .7rem; } .soft { color: var(--soft); font-size: .92rem; } button + .soft { margin-top: 1.1rem; }
@media (max-width: 34rem) { .area { display: none; } main, main.narrow { padding-top: 1.4rem; } .card { padding: 1.1rem; } .row button, .row .button { flex: 1 1 9rem; } }
@media (prefers-reduced-motion: no-preference) { button, .button, .option, .sections a { transition: background .15s, border-color .15s, color .15s, filter .15s; } }
`;
