import type { Drawer, ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import { PaperLine, PaperRule, PaperSheet, PaperSums, PaperTitle, TaxTable } from '../bills/bill-paper.tsx'
import { paymentModeSums, type SumRow } from '../bills/paper-tables.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/drawers.ts'
import * as sharedWords from '../words/shared.ts'

interface Props {
  drawer: Drawer
  store: ShownBillSettings
}

export function DrawerPaper({ drawer, store }: Props) {
  const { figures, closing, entries } = drawer
  return (
    <PaperSheet paper={store.paper}>
      <Head drawer={drawer} store={store} />
      <PaperRule />
      {figures.bills.map(({ first, last, count }) => (
        <PaperLine key={first}>{words.billRange(count, first, last)}</PaperLine>
      ))}
      <PaperLine>{words.notesCount(figures.notes)}</PaperLine>
      <PaperRule />
      <PaperSums
        sums={[
          [sharedWords.sales, figures.sales],
          [billingWords.refunds, 0 - figures.refunds],
        ]}
      />
      <PaperSums isBold sums={[[billingWords.net, figures.net]]} />
      <PaperRule />
      <PaperSums sums={paymentModeSums(figures.byMode)} />
      <PaperRule />
      <PaperSums
        sums={[
          [words.floatLine, drawer.float],
          [words.cashOfBills, figures.byMode.cash],
          ...entries.map(
            ({ direction, kind, amount, note }) =>
              [`${words.entryKinds[kind]}: ${note}`, direction === 'in' ? amount : -amount] as const,
          ),
        ]}
      />
      <PaperSums isBold sums={[[words.expectedCash, figures.expectedCash]]} />
      {closing ? <Counted closing={closing} /> : null}
      {figures.rates.length > 0 ? <TaxTable rates={figures.rates} store={store} /> : null}
      <Flex justify="space-between" mt="12mm" gap="4mm">
        {[words.cashier, billingWords.pharmacist].map((name) => (
          <Box key={name} flex="1" textAlign="center" borderTop="0.2mm solid black">
            {name}
          </Box>
        ))}
      </Flex>
    </PaperSheet>
  )
}

const Head = ({ drawer: { counter, closing, ...drawer }, store }: Props) => (
  <>
    <PaperTitle
      name={store.tradeName || store.legalName}
      texts={store.gstin ? [words.gstin(store.gstin)] : []}
      title={words.dayReportNumber(closing?.number)}
    />
    <PaperRule />
    <PaperLine>{words.counterNamed(counter.code, counter.name)}</PaperLine>
    <PaperLine>{words.pharmacistNamed(drawer.pharmacist)}</PaperLine>
    <PaperLine>{words.openedBy(formatInstant(drawer.openedAt, 'en-IN'), drawer.openedBy.name)}</PaperLine>
    <PaperLine>
      {closing && words.closedBy(formatInstant(closing.closedAt, 'en-IN'), closing.closedBy.name)}
    </PaperLine>
  </>
)

const countedSums = ({ notes, coins }: NonNullable<Drawer['closing']>['counted']): SumRow[] => [
  ...notes.map(({ value, count }) => [`₹${value / 100} × ${count}`, value * count] as const),
  [words.coinsLine, coins],
]

const Counted = ({ closing }: { closing: NonNullable<Drawer['closing']> }) => (
  <>
    <PaperRule />
    <PaperSums sums={countedSums(closing.counted).filter(([, paise]) => paise > 0)} />
    <PaperSums isBold sums={[[words.counted, closing.countedCash]]} />
    <PaperLine bold>{words.differenceOf(words.differenceText(closing.difference))}</PaperLine>
    <PaperLine>{closing.reason && words.reasonOf(closing.reason)}</PaperLine>
  </>
)
