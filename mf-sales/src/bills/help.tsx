import { Flex } from '@mms/ui'

const HELP = [
  ['Enter', 'adds'],
  ['2 .4 2.4', 'packs, loose, both'],
  ['↑ ↓', 'line'],
  ['Del', 'removes'],
  ['Alt+Z', 'restores'],
  ['F3', 'same salt'],
  ['F4', 'customer'],
  ['F6', 'batch'],
  ['%', 'discount'],
  ['F8', 'return'],
  ['F9', 'hold or resume'],
  ['+', 'payment'],
  ['Esc', 'clears'],
  ['Ctrl+P', 'prints again'],
]

export const Help = () => (
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
