import { Flex } from '@mms/ui'
import * as words from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'

const HELP = [
  ['Enter', 'adds'],
  ['2 .4 2.4', words.packsLooseBoth],
  ['↑ ↓', 'line'],
  [words.del, 'removes'],
  [sharedWords.altZ, 'restores'],
  ['F3', words.sameSaltNoun],
  ['F4', 'customer'],
  ['F6', 'batch'],
  ['%', 'discount'],
  ['F8', 'return'],
  ['F9', words.holdResume],
  ['+', 'payment'],
  [words.esc, 'clears'],
  [words.ctrlP, words.printsAgain],
]

export const BillKeysHelp = () => (
  <Flex
    wrap="wrap"
    columnGap="4"
    rowGap="1"
    mt="4"
    color="fg.muted"
    textStyle="xs"
    css={{ '@media (hover: none)': { display: 'none' } }}
  >
    {HELP.map(([key, meaning]) => (
      <span key={key}>
        <b>{key}</b> {meaning}
      </span>
    ))}
  </Flex>
)
