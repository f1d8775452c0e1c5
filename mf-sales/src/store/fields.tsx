import { statesByName, taxClasses } from '@mms/contracts'
import { DateField, useStoreToday } from '@mms/sdk'
import { fieldProps, type Path } from '@mms/sdk/forms'
import { Alert, Card, Heading, NumberField, SelectField, SimpleGrid, Stack, Text, TextField } from '@mms/ui'
import type { ComponentProps, ReactNode } from 'react'
import { isFilled, type StoreForm, type StoreValues, storeLabels, taxClassNames } from './form-values.ts'

const taxStatuses = { regular: 'Regular', composition: 'Composition', unregistered: 'Not registered' }
const roundOffs = {
  capped: 'Nearest rupee, at most the MRP',
  nearest: 'Nearest rupee',
  none: 'None',
}
const papers = { '80mm': 'Roll, 80 mm', A5: 'A5' }

const limitHints = [
  ['discountBasisPoints', 'Of one bill.'],
  ['creditPaise', 'Of one bill.'],
  ['returnPaise', 'Paid back for one bill.'],
  ['returnDays', 'After the sale.'],
] as const

interface Props {
  form: StoreForm
}

const field = (form: StoreForm, name: Path<StoreValues>) => ({
  label: storeLabels[name] as string,
  ...fieldProps(form, name),
})

export function StoreFields({ form }: Props) {
  return (
    <>
      <MissingAlert form={form} />
      <Group title="Name and address" text="The head of every bill.">
        <TextField hint="On the shop's sign." {...field(form, 'tradeName')} />
        <TextField hint="On the GST certificate and licences." {...field(form, 'legalName')} />
        <TextField {...field(form, 'address')} />
        <SelectField {...field(form, 'stateCode')}>
          <option value="">Choose a state</option>
          {statesByName.map(([code, name]) => (
            <option key={code} value={code}>
              {name} ({code})
            </option>
          ))}
        </SelectField>
        <TextField inputMode="tel" {...field(form, 'phone')} />
      </Group>
      <Group title="Tax" text="Decides whether bills are tax invoices, bills of supply or cash memos.">
        <Choice form={form} name="taxStatus" options={taxStatuses} />
        <TextField
          hint="15 characters. Empty if not registered."
          autoComplete="off"
          {...field(form, 'gstin')}
        />
      </Group>
      <Group title="Drug licences" text="Such as 20B and 21B. Clear both fields of a licence to remove it.">
        {rowsOf(form.watch('licences')).map((at) => (
          <Row key={at}>
            <TextField {...field(form, `licences.${at}.number`)} />
            <DateField {...field(form, `licences.${at}.validUntil`)} />
          </Row>
        ))}
      </Group>
      <Group title="Payment and print">
        <TextField
          hint="Bills show it as a QR code. Empty if you take no UPI."
          autoComplete="off"
          {...field(form, 'upiId')}
        />
        <Choice form={form} name="roundOff" options={roundOffs} />
        <Choice form={form} name="paper" options={papers} />
      </Group>
      <Group title="Limits for staff" text="Beyond a limit an administrator must approve.">
        {limitHints.map(([name, hint]) => (
          <NumberField key={name} required hint={hint} {...field(form, `limits.${name}`)} />
        ))}
      </Group>
      <Group
        title="GST rates"
        text="CGST and SGST together, from a day on. A bill has the rate of its day. Clear both fields of a rate to remove it."
      >
        {taxClasses.map((taxClass) => (
          <Stack key={taxClass} gap="4" gridColumn="1 / -1">
            <Heading as="h3" size="sm">
              {taxClassNames[taxClass]}
            </Heading>
            {rowsOf(form.watch(`rates.${taxClass}`)).map((at) => (
              <Row key={at}>
                <NumberField {...field(form, `rates.${taxClass}.${at}.basisPoints`)} />
                <DateField {...field(form, `rates.${taxClass}.${at}.from`)} />
              </Row>
            ))}
          </Stack>
        ))}
      </Group>
    </>
  )
}

/** Indexes of the filled rows and of one to fill in. */
function rowsOf(rows: readonly object[]): number[] {
  return [...rows.keys()].slice(0, rows.findLastIndex(isFilled) + 2)
}

const grid = { columns: { base: 1, md: 2 }, gap: '4' } as const

const Row = ({ children }: { children: ReactNode }) => (
  <SimpleGrid {...grid} gridColumn="1 / -1">
    {children}
  </SimpleGrid>
)

const Group = ({ children, ...card }: ComponentProps<typeof Card>) => (
  <Card {...card}>
    <SimpleGrid {...grid}>{children}</SimpleGrid>
  </Card>
)

interface ChoiceProps extends Props {
  name: 'taxStatus' | 'roundOff' | 'paper'
  options: Record<string, string>
}

const Choice = ({ form, name, options }: ChoiceProps) => (
  <SelectField {...field(form, name)}>
    {Object.entries(options).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </SelectField>
)

const needed = ['legalName', 'address', 'stateCode', 'gstin'] as const

function MissingAlert({ form }: Props) {
  const today = useStoreToday()
  const values = form.watch()
  const licences = values.licences.filter(isFilled)
  const missing = needed.filter((name) => values[name].trim() === '').map((name) => storeLabels[name])
  if (licences.length === 0) missing.push('Drug licence')
  const expired = licences.filter(({ validUntil }) => validUntil !== '' && validUntil < today)
  if (missing.length + expired.length === 0) return null
  return (
    <Alert status="warning" title="Not ready for tax invoices">
      {missing.length > 0 ? <Text>Missing: {missing.join(', ')}</Text> : null}
      {expired.map(({ number }) => (
        <Text key={number}>Licence {number} has expired</Text>
      ))}
    </Alert>
  )
}
