import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { unbroken } from './unbroken.tsx';

const drawn = (text: string) => renderToStaticMarkup(unbroken(text));

it('keeps dates of every language and their times on one line, and everything else as it is', () => {
  expect(drawn('was due by 24-11-2025')).toBe('was due by <span class="nowrap">24-11-2025</span>');
  expect(drawn('vom 04.09.2026 10:00 bis 05.09.2026.')).toBe(
    'vom <span class="nowrap">04.09.2026 10:00</span> bis <span class="nowrap">05.09.2026</span>.',
  );
  expect(drawn('le 04/09/2026')).toBe('le <span class="nowrap">04/09/2026</span>');
  expect(drawn('PM-10 & 10:00, 2024-09')).toBe('PM-10 &amp; 10:00, 2024-09');
});

it('keeps the id of an application on one line', () => {
  expect(drawn('Copied from ESAO-REG-2026R02-058.')).toBe(
    'Copied from <span class="nowrap">ESAO-REG-2026R02-058</span>.',
  );
  expect(drawn('DRAFT-17')).toBe('<span class="nowrap">DRAFT-17</span>');
});
