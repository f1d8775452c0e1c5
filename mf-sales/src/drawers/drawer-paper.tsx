import type { Drawer, ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import { Line, PaperTitle, Rule, Sheet, Sums, TaxTable } from '../bills/bill-paper.tsx'
import { modeSums } from '../bills/paper-tables.ts'
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
    <Sheet paper={store.paper}>
      <Head drawer={drawer} store={store} />
      <Rule />
      {figures.bills.map(({ first, last, count }) => (
        <Line key={first}>{words.billRange(count, first, last)}</Line>
      ))}
      <Line>{words.notesCount(figures.notes)}</Line>
      <Rule />
      <Sums
        sums={[
          [sharedWords.sales, figures.sales],
          [billingWords.refunds, 0 - figures.refunds],
        ]}
      />
      <Sums isBold sums={[[billingWords.net, figures.net]]} />
      <Rule />
      <Sums sums={modeSums(figures.byMode)} />
      <Rule />
      <Sums
        sums={[
          [words.floatLine, drawer.float],
          [words.cashOfBills, figures.byMode.cash],
          ...entries.map(
            ({ direction, kind, amount, note }) =>
              [`${words.entryKinds[kind]}: ${note}`, direction === 'in' ? amount : -amount] as const,
          ),
        ]}
      />
      <Sums isBold sums={[[words.expectedCash, figures.expectedCash]]} />
      {closing ? <Counted closing={closing} /> : null}
      {figures.rates.length > 0 ? <TaxTable rates={figures.rates} store={store} /> : null}
      <Flex justify="space-between" mt="12mm" gap="4mm">
        {[words.cashier, billingWords.pharmacist].map((name) => (
          <Box key={name} flex="1" textAlign="center" borderTop="0.2mm solid black">
            {name}
          </Box>
        ))}
      </Flex>
    </Sheet>
  )
}

const Head = ({ drawer: { counter, closing, ...drawer }, store }: Props) => (
  <>
    <PaperTitle
      name={store.tradeName || store.legalName}
      texts={store.gstin ? [words.gstin(store.gstin)] : []}
      title={words.dayReportNumber(closing?.number)}
    />
    <Rule />
    <Line>{words.counterNamed(counter.code, counter.name)}</Line>
    <Line>{words.pharmacistNamed(drawer.pharmacist)}</Line>
    <Line>{words.openedBy(formatInstant(drawer.openedAt, 'en-IN'), drawer.openedBy.name)}</Line>
    <Line>{closing && words.closedBy(formatInstant(closing.closedAt, 'en-IN'), closing.closedBy.name)}</Line>
  </>
)

const Counted = ({ closing }: { closing: NonNullable<Drawer['closing']> }) => (
  <>
    <Rule />
    <Sums
      sums={closing.counted.notes
        .filter(({ count }) => count > 0)
        .map(({ value, count }) => [`₹${value / 100} × ${count}`, value * count])}
    />
    <Sums sums={closing.counted.coins > 0 ? [[words.coinsLine, closing.counted.coins]] : []} />
    <Sums isBold sums={[[words.counted, closing.countedCash]]} />
    <Line bold>{words.differenceOf(words.differenceText(closing.difference))}</Line>
    <Line>{closing.reason && words.reasonOf(closing.reason)}</Line>
  </>
)
