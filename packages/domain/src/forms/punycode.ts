// The constants of RFC 3492 for domain names.
const base = 36;
const [leastThreshold, mostThreshold] = [1, 26];
const [skew, damp] = [38, 700];
const [firstBias, firstCode] = [72, 128];

const digit = (value: number): string => String.fromCharCode(value < 26 ? value + 97 : value + 22);

function adaptBias(delta: number, codes: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / codes);
  let bias = 0;
  while (rest > ((base - leastThreshold) * mostThreshold) / 2) {
    rest = Math.floor(rest / (base - leastThreshold));
    bias += base;
  }
  return bias + Math.floor(((base - leastThreshold + 1) * rest) / (rest + skew));
}

function encodeDelta(delta: number, bias: number): string {
  let text = '';
  let rest = delta;
  for (let k = base; ; k += base) {
    const threshold = Math.min(mostThreshold, Math.max(leastThreshold, k - bias));
    if (rest < threshold) return text + digit(rest);
    text += digit(threshold + ((rest - threshold) % (base - threshold)));
    rest = Math.floor((rest - threshold) / (base - threshold));
  }
}

/** Returns a label of a domain in ASCII: 'müller' is 'xn--mller-kva' (RFC 3492). A label takes the square of its length. */
export function asciiLabel(label: string): string {
  const codes = [...label.normalize('NFKC').toLowerCase()].map((letter) => letter.codePointAt(0) ?? 0);
  const plain = codes.filter((code) => code < firstCode);
  if (plain.length === codes.length) return label;
  let text = `${String.fromCharCode(...plain)}${plain.length > 0 ? '-' : ''}`;
  let [done, delta, bias, last] = [plain.length, 0, firstBias, firstCode];
  while (done < codes.length) {
    const next = Math.min(...codes.filter((code) => code >= last));
    delta += (next - last) * (done + 1);
    last = next;
    for (const code of codes) {
      if (code < last) delta += 1;
      if (code !== last) continue;
      text += encodeDelta(delta, bias);
      bias = adaptBias(delta, done + 1, done === plain.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    last += 1;
  }
  return `xn--${text}`;
}
