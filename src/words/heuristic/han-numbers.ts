/** Chinese numerals as digits: 三十五 is 35, 七点半 is 7 30. */

const DIGIT: Readonly<Record<string, number>> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const TIMES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** @param run of numerals, with 点 for an hour behind them: digits, apart where they are said apart. */
export function hanDigits(run: string): string {
  const [hour = '', ...rest] = run.split('点');
  if (rest.length === 0) return numeral(hour);
  const minutes = rest.join('');
  return [numeral(hour), minutes === '半' ? '30' : minutes === '' ? '点' : numeral(minutes)].join(' ');
}

function numeral(run: string): string {
  // Said digit by digit: 五五五零.
  if (!Array.from(run).some((letter) => letter in TIMES)) return Array.from(run, (letter) => DIGIT[letter] ?? 0).join(' ');
  let [total, digit] = [0, 0];
  let said = false;
  for (const letter of run) {
    const times = TIMES[letter];
    if (times === undefined) {
      digit = DIGIT[letter] ?? 0;
      said = true;
    } else {
      total += (said ? digit : 1) * times;
      [digit, said] = [0, false];
    }
  }
  return String(total + digit);
}
