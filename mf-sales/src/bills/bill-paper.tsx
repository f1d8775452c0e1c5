import { type BillDocument, packText, type ShownBillLine, type ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import type { ReactNode } from 'react'
import { changeOf, upiAddress } from './payments.ts'
import { QrCode } from './qr-code.tsx'
import {
  amountInWords,
  amountOf,
  batchesOf,
  discountOf,
  formatPaise,
  headLines,
  joined,
  mrpOf,
  percentText,
  plainPaise,
  scheduleText,
  type TaxedStore,
  taxesOf,
  wordsOf,
} from './words.ts'

export type Paper = ShownBillSettings['paper']

interface Props {
  bill: BillDocument
  paper: Paper
  isDuplicate: boolean
}

const looks = {
  '80mm': { width: '72mm', fontSize: '9pt' },
  A5: { width: '128mm', fontSize: '8.5pt' },
} as const

const tableCss = {
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '0.4mm 0.6mm' },
  '& th': { fontWeight: 600, borderBottom: '0.2mm solid black' },
  '& .end': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& tr': { breakInside: 'avoid' },
  '& thead': { display: 'table-header-group' },
} as const

/** Paper of a bill or a day report. */
export const Sheet = ({ paper, children }: { paper: Paper; children: ReactNode }) => (
  <Box
    {...looks[paper]}
    lineHeight="1.3"
    color="black"
    bg="white"
    css={tableCss}
    overflowWrap="anywhere"
    fontVariantNumeric="tabular-nums"
  >
    {children}
  </Box>
)

/** A bill on 80 mm or A5 paper. It says the same whenever it is printed. */
export function BillPaper({ bill, paper, isDuplicate }: Props) {
  return (
    <Sheet paper={paper}>
      <Head bill={bill} isDuplicate={isDuplicate} />
      <Rule />
      {paper === 'A5' ? <WideLines lines={bill.lines} /> : <NarrowLines lines={bill.lines} />}
      <Rule />
      <Totals bill={bill} />
      <TaxTable {...bill} />
      <Foot bill={bill} />
    </Sheet>
  )
}

export const Rule = () => <Box borderTop="0.2mm solid black" my="1mm" />
export const Line = ({ children, bold = false }: { children: ReactNode; bold?: boolean }) =>
  children ? <Box fontWeight={bold ? 700 : undefined}>{children}</Box> : null

function Head({ bill, isDuplicate }: Omit<Props, 'paper'>) {
  const { name, store, composition, people } = headLines(bill)
  return (
    <>
      <Box textAlign="center">
        <Box fontSize="1.35em" fontWeight={700}>
          {name}
        </Box>
        {store.map((text) => (
          <div key={text}>{text}</div>
        ))}
        <Box fontWeight={700} fontSize="1.15em" pt="1mm">
          {bill.title}
          {isDuplicate ? ' (Duplicate)' : ''}
        </Box>
        <Line>{composition}</Line>
      </Box>
      <Rule />
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

const WideLines = ({ lines }: { lines: readonly ShownBillLine[] }) => (
  <table>
    <thead>
      <tr>
        <th>#</th>
        <th>Medicine</th>
        <th>HSN</th>
        <th>Batch, expiry</th>
        <th className="end">Quantity</th>
        <th className="end">MRP</th>
        <th className="end">Discount</th>
        <th className="end">Amount</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line, at) => (
        <tr key={line._id}>
          <td>{at + 1}</td>
          <td>
            {line.name}
            <Line>{scheduleText(line)}</Line>
          </td>
          <td>{line.hsn}</td>
          <td>
            {batchesOf(line).map(({ number, expiry }) => (
              <div key={number}>
                {number} {expiry}
              </div>
            ))}
          </td>
          <td className="end">{packText(line.units, line)}</td>
          <td className="end">{mrpOf(line)}</td>
          <td className="end">{discountOf(line)}</td>
          <td className="end">{amountOf(line)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const NarrowLines = ({ lines }: { lines: readonly ShownBillLine[] }) => (
  <>
    {lines.map((line, at) => (
      <Box key={line._id} breakInside="avoid" mb="1mm">
        <Flex justify="space-between" gap="2mm">
          <Box fontWeight={600} minW="0">
            {at + 1}. {line.name}
          </Box>
          <b>{amountOf(line)}</b>
        </Flex>
        <Line>{scheduleText(line)}</Line>
        <Line>
          {joined(
            packText(line.units, line),
            line.packMrp !== null && `MRP ${mrpOf(line)}`,
            line.discount > 0 && `discount ${plainPaise(line.discount)}`,
          )}
        </Line>
        <Line>
          {joined(
            ...batchesOf(line).map(({ number, expiry }) => `Batch ${number}${expiry && `, exp ${expiry}`}`),
            `HSN ${line.hsn}`,
          )}
        </Line>
      </Box>
    ))}
  </>
)

interface SumProps {
  label: string
  paise: number
  isBold?: boolean
}

export const Sum = ({ label, paise, isBold = false }: SumProps) => (
  <Flex justify="space-between" gap="2mm" fontWeight={isBold ? 700 : undefined}>
    <span>{label}</span>
    <span>{plainPaise(paise)}</span>
  </Flex>
)

function Totals({ bill }: { bill: BillDocument }) {
  const { billDiscount, total, roundOff, payable } = bill
  return (
    <Box breakInside="avoid">
      {billDiscount > 0 ? (
        <>
          <Sum label="Sum" paise={total + billDiscount} />
          <Sum label="Discount" paise={-billDiscount} />
        </>
      ) : null}
      {roundOff === 0 ? null : (
        <>
          <Sum label="Total" paise={total} />
          <Sum label="Round-off" paise={roundOff} />
        </>
      )}
      <Flex justify="space-between" fontWeight={700} fontSize="1.35em">
        <span>{wordsOf(bill).payable}</span>
        <span>{formatPaise(payable)}</span>
      </Flex>
      <Line>{amountInWords(payable)}</Line>
    </Box>
  )
}

/** Nothing if the store collects no tax. */
export function TaxTable({ rates, store }: Pick<BillDocument, 'rates'> & TaxedStore) {
  const taxes = taxesOf({ rates, store })
  if (taxes.length === 0) return null
  return (
    <>
      <Rule />
      <table>
        <thead>
          <tr>
            <th>GST</th>
            <th className="end">Taxable</th>
            {taxes.map((tax) => (
              <th key={tax} className="end">
                {tax.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={rate.rateBp}>
              <td>{percentText(rate.rateBp)}</td>
              <td className="end">{plainPaise(rate.taxable)}</td>
              {taxes.map((tax) => (
                <td key={tax} className="end">
                  {plainPaise(rate[tax])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Foot({ bill }: { bill: BillDocument }) {
  const { payments, store } = bill
  const change = changeOf(payments)
  const open = payments.reduce((sum, { mode, amount }) => sum + (mode === 'credit' ? amount : 0), 0)
  const { upiId } = store
  const isUpi = open > 0 && upiId !== null && !bill.creditOf
  const name = store.tradeName || store.legalName
  return (
    <Box breakInside="avoid">
      <Rule />
      {payments.map(({ mode, amount, tendered = amount, reference }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id
        <Sum key={at} label={joined(wordsOf(bill).modes[mode], reference)} paise={tendered} />
      ))}
      {change > 0 ? <Sum label="Change" paise={change} /> : null}
      <Flex justify="space-between" align="end" mt="3mm" gap="4mm">
        <Box>
          <QrCode
            text={isUpi ? upiAddress({ upiId, name }, open, bill._id) : bill.number}
            label={isUpi ? 'UPI payment' : bill.number}
            width="22mm"
          />
          <Line>{isUpi ? `Pay ${formatPaise(open)} by UPI` : ''}</Line>
        </Box>
        <Box textAlign="center" borderTop="0.2mm solid black" minW="30mm" mt="10mm">
          Pharmacist
        </Box>
      </Flex>
    </Box>
  )
}
