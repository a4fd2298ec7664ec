/** The day after today, as people type it: dd-mm-yyyy. */
export function tomorrow(): string {
  const [year, month, day] = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}
