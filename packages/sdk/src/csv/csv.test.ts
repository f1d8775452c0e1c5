import { expect, it } from 'vitest'
import { csvText } from './index.tsx'

it('quotes every cell and runs no formula, whatever ends a cell', () => {
  const rows = [
    ['=1+1', 'a;=1+1', 'a,@x', 'a\t+1', 'a\n-1'],
    ['＝1+1', 'a;＋1', '－1', '＠1', 'a＝b'],
    ['say "no"', 5, -5, null, 'a-b'],
  ]
  expect(csvText(['A', 'B'], rows)).toBe(
    `\ufeff"A","B"\r\n"'=1+1","a;'=1+1","a,'@x","a\t'+1","a\n'-1"\r\n"'＝1+1","a;'＋1","'－1","'＠1","a＝b"\r\n"say ""no""","5","-5","","a-b"`,
  )
})
