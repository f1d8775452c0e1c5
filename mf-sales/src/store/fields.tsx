import { statesByName, taxClasses } from '@mms/contracts'
import { DateField, useStoreToday } from '@mms/sdk'
import { fieldProps, type Path } from '@mms/sdk/forms'
import { Alert, Card, Heading, NumberField, SelectField, SimpleGrid, Stack, Text, TextField } from '@mms/ui'
import type { ComponentProps, ReactNode } from 'react'
import { Options } from '../elements.tsx'
import * as words from '../words/store.ts'
import {
  hasFilledField,
  type StoreForm,
  type StoreValues,
  storeLabels,
  taxClassNames,
} from './form-values.ts'

const taxStatuses = {
  regular: words.regular,
  composition: words.composition,
  unregistered: words.notRegistered,
}
const roundOffs = { capped: words.nearestRupeeMrp, nearest: words.nearestRupee, none: words.none }
const papers = { '80mm': words.roll80mm, A5: 'A5' }

const limitHints = [
  ['discountBasisPoints', words.ofOneBill],
  ['creditPaise', words.ofOneBill],
  ['returnPaise', words.paidBackOneBill],
  ['returnDays', words.afterSale],
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
      <Group title={words.nameAndAddress} text={words.billHeadText}>
        <TextField hint={words.tradeNameHint} {...field(form, 'tradeName')} />
        <TextField hint={words.legalNameHint} {...field(form, 'legalName')} />
        <TextField {...field(form, 'address')} />
        <SelectField {...field(form, 'stateCode')}>
          <option value="">{words.chooseState}</option>
          <Options of={statesByName.map(([code, name]) => [code, `${name} (${code})`])} />
        </SelectField>
        <TextField inputMode="tel" {...field(form, 'phone')} />
      </Group>
      <Group title={words.tax} text={words.taxStatusHint}>
        <Choice form={form} name="taxStatus" options={taxStatuses} />
        <TextField hint={words.gstinHint} autoComplete="off" {...field(form, 'gstin')} />
      </Group>
      <Group title={words.drugLicences} text={words.licencesHint}>
        {rowsOf(form.watch('licences')).map((at) => (
          <Row key={at}>
            <TextField {...field(form, `licences.${at}.number`)} />
            <DateField {...field(form, `licences.${at}.validUntil`)} />
          </Row>
        ))}
      </Group>
      <Group title={words.paymentAndPrint}>
        <TextField hint={words.upiIdHint} autoComplete="off" {...field(form, 'upiId')} />
        <Choice form={form} name="roundOff" options={roundOffs} />
        <Choice form={form} name="paper" options={papers} />
      </Group>
      <Group title={words.staffLimits} text={words.staffLimitsText}>
        {limitHints.map(([name, hint]) => (
          <NumberField key={name} required hint={hint} {...field(form, `limits.${name}`)} />
        ))}
      </Group>
      <Group title={words.gstRates} text={words.gstRatesText}>
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

/** Indexes of the filled rows and of one empty row. */
function rowsOf(rows: readonly object[]): number[] {
  return [...rows.keys()].slice(0, rows.findLastIndex(hasFilledField) + 2)
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
    <Options of={Object.entries(options)} />
  </SelectField>
)

const needed = ['legalName', 'address', 'stateCode', 'gstin'] as const

function MissingAlert({ form }: Props) {
  const today = useStoreToday()
  const values = form.watch()
  const licences = values.licences.filter(hasFilledField)
  const missing = needed.filter((name) => values[name].trim() === '').map((name) => storeLabels[name])
  if (licences.length === 0) missing.push(words.drugLicence)
  const expired = licences.filter(({ validUntil }) => validUntil !== '' && validUntil < today)
  if (missing.length + expired.length === 0) return null
  return (
    <Alert status="warning" title={words.notReadyForTaxInvoices}>
      {missing.length > 0 ? <Text>{words.missingFields(missing.join(', '))}</Text> : null}
      {expired.map(({ number }) => (
        <Text key={number}>{words.licenceExpired(number)}</Text>
      ))}
    </Alert>
  )
}
