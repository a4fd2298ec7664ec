/**
 * The five invented pictures of the human check, each with a clear top. All are drawn in a plane of 240 by 240 around
 * (120, 120) and reach far beyond it, so that no edge shows when they are turned. Places, sizes and colours vary with
 * `between(least, most)`, a random number: the same picture never comes twice.
 */
type Between = (least: number, most: number) => number;
type Picture = (between: Between) => string;

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round((hue + 360) % 360)},${Math.round(saturation)}%,${Math.round(lightness)}%)`;
const n = (value: number) => value.toFixed(1);

function sky(between: Between): string {
  const hue = between(185, 225);
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hsl(hue, between(35, 60), between(58, 72))}"/><stop offset="1" stop-color="${hsl(hue - 20, between(30, 60), between(84, 93))}"/></linearGradient><rect x="-120" y="-120" width="480" height="480" fill="url(#sky)"/>`;
}

function sun(between: Between): string {
  return `<circle cx="${n(between(40, 200))}" cy="${n(between(34, 62))}" r="${n(between(13, 21))}" fill="${hsl(between(34, 50), 85, between(68, 80))}"/>`;
}

function cloud(x: number, y: number, size: number): string {
  return `<g fill="#fff" opacity=".85" transform="translate(${n(x)} ${n(y)}) scale(${n(size)})"><ellipse cx="0" cy="0" rx="20" ry="8"/><circle cx="-6" cy="-6" r="8"/><circle cx="6" cy="-8" r="10"/></g>`;
}

/** A ground that rises and falls: no straight line betrays the angle. */
function ground(between: Between, y: number, colour: string): string {
  const heights = Array.from({ length: 9 }, () => y + between(-11, 11));
  const points = heights.map((height, at) => `${at * 60 - 120},${n(height)}`);
  const curve = points
    .slice(1)
    .map((point, at) => {
      const middle = at * 60 - 90;
      return `C${middle},${n(heights[at] ?? y)} ${middle},${n(heights[at + 1] ?? y)} ${point}`;
    })
    .join(' ');
  return `<path d="M${points[0]} ${curve} V360 H-120 Z" fill="${colour}"/>`;
}

const sailingBoat: Picture = (between) => {
  const x = between(90, 150);
  const sea = between(185, 215);
  const hull = hsl(between(0, 30), between(45, 70), between(28, 42));
  return `${sky(between)}${sun(between)}${cloud(between(30, 210), between(28, 60), between(0.8, 1.3))}
${ground(between, 142, hsl(sea, 45, between(48, 58)))}
<g transform="translate(${n(x)} ${n(between(150, 164))}) scale(${n(between(0.95, 1.25))})">
<path d="M-42 0 H46 L32 20 H-28 Z" fill="${hull}"/><rect x="-1.500" y="-92" width="4" height="94" fill="#4a3524"/>
<path d="M6 -88 Q44 -44 42 -8 H6 Z" fill="${hsl(between(20, 60), 30, 95)}"/><path d="M-6 -74 L-36 -8 H-6 Z" fill="${hsl(between(340, 380), 55, between(58, 70))}"/>
<path d="M2 -92 l16 4 -16 5 z" fill="${hsl(between(0, 360), 65, 45)}"/></g>
${ground(between, 188, hsl(sea + 6, 50, between(34, 42)))}`;
};

const mountainHut: Picture = (between) => {
  const x = between(70, 150);
  const rock = between(205, 245);
  return `${sky(between)}${sun(between)}
<path d="M-140 200 L${n(between(-20, 20))} ${n(between(60, 84))} L90 160 L${n(between(150, 185))} ${n(between(38, 66))} L400 230 Z" fill="${hsl(rock, between(12, 24), between(48, 60))}"/>
${ground(between, 160, hsl(between(95, 140), between(25, 42), between(42, 52)))}
<g transform="translate(${n(x)} ${n(between(150, 162))}) scale(${n(between(1, 1.3))})">
<rect x="-30" y="-14" width="60" height="36" fill="${hsl(between(18, 34), 45, between(34, 44))}"/><path d="M-40 -12 L0 -46 L40 -12 Z" fill="${hsl(between(350, 372), 50, between(32, 42))}"/>
<rect x="14" y="-48" width="9" height="24" fill="#5c4a42"/><path d="M18 -52 q-10 -10 2 -18 q10 -8 0 -18" fill="none" stroke="#fff" stroke-width="5" opacity=".7" stroke-linecap="round"/>
<rect x="-8" y="-2" width="15" height="24" fill="#3a2a20"/><rect x="-25" y="-6" width="12" height="11" fill="${hsl(48, 80, 74)}"/><rect x="13" y="-6" width="12" height="11" fill="${hsl(48, 80, 74)}"/></g>
${ground(between, 196, hsl(between(95, 140), between(28, 45), between(30, 38)))}`;
};

const appleTree: Picture = (between) => {
  const x = between(85, 155);
  const leaf = between(85, 135);
  const apples = Array.from(
    { length: 9 },
    () =>
      `<circle cx="${n(between(-38, 38))}" cy="${n(between(-108, -64))}" r="${n(between(3.5, 5))}" fill="${hsl(between(350, 372), 70, 46)}"/>`,
  );
  return `${sky(between)}${cloud(between(20, 90), between(30, 60), between(0.8, 1.4))}${cloud(between(150, 220), between(24, 70), between(0.7, 1.2))}
${ground(between, 170, hsl(between(70, 110), between(35, 50), between(52, 62)))}
<g transform="translate(${n(x)} ${n(between(180, 192))}) scale(${n(between(0.95, 1.2))})">
<ellipse cx="8" cy="2" rx="46" ry="7" fill="#000" opacity=".16"/><path d="M-9 2 Q-4 -34 -8 -66 H9 Q5 -34 12 2 Z" fill="${hsl(between(18, 32), 38, between(26, 34))}"/>
<g fill="${hsl(leaf, between(32, 48), between(30, 40))}"><circle cx="-26" cy="-76" r="30"/><circle cx="26" cy="-78" r="31"/><circle cx="0" cy="-104" r="34"/></g><circle cx="-8" cy="-110" r="20" fill="${hsl(leaf - 12, 45, 50)}" opacity=".6"/>${apples.join('')}
<path d="M44 0 v-16 M74 0 v-16 M38 -16 h42 M38 -30 h42 M42 -30 v14 M76 -30 v14" stroke="#5a3b22" stroke-width="5" fill="none"/></g>
${ground(between, 208, hsl(between(75, 115), between(38, 52), between(38, 46)))}`;
};

const lighthouse: Picture = (between) => {
  const x = between(92, 150);
  const sea = between(185, 215);
  const stripe = hsl(between(350, 370), 62, between(38, 46));
  return `${sky(between)}${cloud(between(20, 220), between(26, 60), between(0.8, 1.3))}
${ground(between, 152, hsl(sea, 42, between(46, 56)))}
<g transform="translate(${n(x)} ${n(between(182, 192))}) scale(${n(between(1, 1.22))})">
<path d="M-60 26 Q-46 -12 -12 -10 H22 Q56 -10 66 26 Z" fill="${hsl(between(20, 40), 14, between(34, 44))}"/>
<path d="M-19 -8 L-11 -96 H11 L19 -8 Z" fill="#fbfaf7"/><path d="M-16.500 -34 L-14.500 -56 H14.500 L16.500 -34 Z" fill="${stripe}"/><path d="M-12.500 -78 L-11 -96 H11 L12.500 -78 Z" fill="${stripe}"/>
<rect x="-15" y="-102" width="30" height="6" fill="#1d2b2e"/><rect x="-9" y="-118" width="18" height="16" fill="${hsl(48, 90, 76)}"/><path d="M-13 -118 L0 -132 L13 -118 Z" fill="${stripe}"/>
<path d="M9 -112 l70 -14 v28 z" fill="${hsl(50, 90, 84)}" opacity=".6"/><rect x="-5" y="-26" width="10" height="18" fill="#1d2b2e"/></g>
${ground(between, 214, hsl(sea + 5, 48, between(30, 40)))}`;
};

const coffeeCup: Picture = (between) => {
  const x = between(100, 140);
  const wall = between(15, 220);
  const cup = hsl(between(0, 360), between(40, 62), between(44, 58));
  return `<rect x="-120" y="-120" width="480" height="480" fill="${hsl(wall, between(18, 34), between(78, 88))}"/>
<g transform="translate(${n(between(30, 70))} ${n(between(14, 30))})"><rect width="74" height="66" fill="#fff"/><rect x="5" y="5" width="64" height="56" fill="${hsl(205, 50, between(76, 86))}"/><circle cx="${n(between(20, 54))}" cy="${n(between(18, 26))}" r="8" fill="${hsl(46, 85, 72)}"/><path d="M5 61 V46 L24 34 L40 48 L54 38 L69 50 V61 Z" fill="${hsl(120, 26, 52)}"/></g>
${ground(between, 176, hsl(between(18, 36), between(32, 46), between(40, 52)))}
<g transform="translate(${n(x)} ${n(between(176, 186))}) scale(${n(between(1.05, 1.3))})">
<ellipse cx="0" cy="6" rx="58" ry="10" fill="#fbfaf7"/><ellipse cx="0" cy="6" rx="44" ry="6" fill="#e3ded2"/>
<path d="M34 -38 q26 -2 24 16 q-2 16 -32 18" fill="none" stroke="${cup}" stroke-width="8"/><path d="M-38 -48 H38 Q38 4 12 6 H-12 Q-38 4 -38 -48 Z" fill="${cup}"/>
<ellipse cx="0" cy="-48" rx="38" ry="8" fill="#f7f3ea"/><ellipse cx="0" cy="-47" rx="32" ry="5.500" fill="#4a2c18"/>
<g fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".8"><path d="M-14 -60 q-9 -11 0 -22 q9 -11 0 -22"/><path d="M6 -60 q-9 -11 0 -22 q9 -11 0 -22"/></g></g>`;
};

export const pictures: readonly Picture[] = [sailingBoat, mountainHut, appleTree, lighthouse, coffeeCup];
