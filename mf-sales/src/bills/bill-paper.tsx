import { type BillDocument, packText, type ShownBillLine, type ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import type { ReactNode } from 'react'
import { formatPaise, formatPlainPaise } from '../amounts.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import {
  headLinesOf,
  joinTexts,
  lineAmountText,
  lineTable,
  type PaperTable,
  printedBatchesOf,
  type SumRow,
  scheduleText,
  sumsAbovePayable,
  type TaxedRates,
  taxTable,
} from './paper-tables.ts'
import { cashChangeOf, upiAddress } from './payments.ts'
import { QrCode } from './qr-code.tsx'

export type PaperFormat = ShownBillSettings['paper']

interface Props {
  bill: BillDocument
  paper: PaperFormat
  isDuplicate: boolean
}

const looks = {
  '80mm': { width: '72mm', fontSize: '9pt' },
  A5: { width: '128mm', fontSize: '8.5pt' },
} as const

const tableCss = {
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '0.4mm 0.6mm', whiteSpace: 'pre-line' },
  '& th': { fontWeight: 600, borderBottom: '0.2mm solid black' },
  '& .end': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& tr': { breakInside: 'avoid' },
  '& thead': { display: 'table-header-group' },
} as const

const sheet = { lineHeight: '1.3', color: 'black', bg: 'white', overflowWrap: 'anywhere' } as const

export const PaperSheet = ({ paper, children }: { paper: PaperFormat; children: ReactNode }) => (
  <Box {...looks[paper]} {...sheet} css={tableCss} fontVariantNumeric="tabular-nums">
    {children}
  </Box>
)

/** A bill on 80 mm or A5 paper. A reprint shows the same text, so it never uses the current time. */
export function BillPaper({ bill, paper, isDuplicate }: Props) {
  return (
    <PaperSheet paper={paper}>
      <Head bill={bill} isDuplicate={isDuplicate} />
      <PaperRule />
      {paper === 'A5' ? <Table {...lineTable(bill.lines)} /> : <NarrowLines lines={bill.lines} />}
      <PaperRule />
      <Totals bill={bill} />
      <TaxTable {...bill} />
      <Foot bill={bill} />
    </PaperSheet>
  )
}

export const PaperRule = () => <Box borderTop="0.2mm solid black" my="1mm" />
export const PaperLine = ({ children, bold = false }: { children: ReactNode; bold?: boolean }) =>
  children ? <Box fontWeight={bold ? 700 : undefined}>{children}</Box> : null

interface TitleProps {
  name: string
  texts: readonly string[]
  title: string
  children?: ReactNode
}

export const PaperTitle = ({ name, texts, title, children }: TitleProps) => (
  <Box textAlign="center">
    <Box fontSize="1.35em" fontWeight={700}>
      {name}
    </Box>
    {texts.map((text) => (
      <div key={text}>{text}</div>
    ))}
    <Box fontWeight={700} fontSize="1.15em" pt="1mm">
      {title}
    </Box>
    <PaperLine>{children}</PaperLine>
  </Box>
)

function Head({ bill, isDuplicate }: Omit<Props, 'paper'>) {
  const { name, store, composition, people } = headLinesOf(bill)
  return (
    <>
      <PaperTitle name={name} texts={store} title={`${bill.title}${isDuplicate ? ' (Duplicate)' : ''}`}>
        {composition}
      </PaperTitle>
      <PaperRule />
      <Flex justify="space-between" gap="2mm" wrap="wrap">
        <b>{bill.number}</b>
        <span>{formatInstant(bill.madeAt, 'en-IN')}</span>
      </Flex>
      {people.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </>
  )
}

function Table({ heads, texts, rows }: PaperTable) {
  const lookOf = (column: number) => (column < texts ? undefined : 'end')
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={head} className={lookOf(column)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, column) => (
              <td key={heads[column]} className={lookOf(column)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NarrowLines = ({ lines }: { lines: readonly ShownBillLine[] }) => (
  <>
    {lines.map((line, at) => (
      <Box key={line._id} breakInside="avoid" mb="1mm">
        <Flex justify="space-between" gap="2mm">
          <Box fontWeight={600} minW="0">
            {at + 1}. {line.name}
          </Box>
          <b>{lineAmountText(line)}</b>
        </Flex>
        <PaperLine>{scheduleText(line)}</PaperLine>
        <PaperLine>
          {joinTexts(
            packText(line.units, line),
            line.packMrp !== null && words.mrpLine(formatPlainPaise(line.packMrp)),
            line.discount > 0 && words.discountLine(formatPlainPaise(line.discount)),
          )}
        </PaperLine>
        <PaperLine>
          {joinTexts(
            ...printedBatchesOf(line).map(({ number, expiry }) =>
              words.batchWithExpiry(number, expiry && `, exp ${expiry}`),
            ),
            words.hsnOf(line.hsn),
          )}
        </PaperLine>
      </Box>
    ))}
  </>
)

export const PaperSums = ({ sums, isBold = false }: { sums: readonly SumRow[]; isBold?: boolean }) =>
  sums.map(([label, paise], at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two sums may have one name
    <Flex key={at} justify="space-between" gap="2mm" fontWeight={isBold ? 700 : undefined}>
      <span>{label}</span>
      <span>{formatPlainPaise(paise)}</span>
    </Flex>
  ))

function Totals({ bill }: { bill: BillDocument }) {
  return (
    <Box breakInside="avoid">
      <PaperSums sums={sumsAbovePayable(bill)} />
      <Flex justify="space-between" fontWeight={700} fontSize="1.35em">
        <span>{words.wordsOf(bill).payable}</span>
        <span>{formatPaise(bill.payable)}</span>
      </Flex>
      <PaperLine>{words.amountInWords(bill.payable)}</PaperLine>
    </Box>
  )
}

export function TaxTable(taxed: TaxedRates) {
  const table = taxTable(taxed)
  return table ? (
    <>
      <PaperRule />
      <Table {...table} />
    </>
  ) : null
}

function Foot({ bill }: { bill: BillDocument }) {
  const { payments, store } = bill
  const change = cashChangeOf(payments)
  const open = payments.reduce((sum, { mode, amount }) => sum + (mode === 'credit' ? amount : 0), 0)
  const paid = payments.map(({ mode, amount, tendered = amount, reference }): SumRow => {
    return [joinTexts(words.wordsOf(bill).modes[mode], reference), tendered]
  })
  const { upiId } = store
  const isUpi = open > 0 && upiId !== null && !bill.creditOf
  const name = store.tradeName || store.legalName
  return (
    <Box breakInside="avoid">
      <PaperRule />
      <PaperSums sums={change > 0 ? [...paid, [words.change, change]] : paid} />
      <Flex justify="space-between" align="end" mt="3mm" gap="4mm">
        <Box>
          <QrCode
            text={isUpi ? upiAddress({ upiId, name }, open, bill._id) : bill.number}
            label={isUpi ? words.upiPayment : bill.number}
            width="22mm"
          />
          <PaperLine>{isUpi ? words.payByUpi(formatPaise(open)) : ''}</PaperLine>
        </Box>
        <Box textAlign="center" borderTop="0.2mm solid black" minW="30mm" mt="10mm">
          {billingWords.pharmacist}
        </Box>
      </Flex>
    </Box>
  )
}
