import { type MedicineFieldIn, medicineCategories } from '@mms/contracts'
import { Box, Card, SelectField, SimpleGrid, TextField, TextLink } from '@mms/ui'
import { type ReactNode, useId, useState } from 'react'
import { fieldsIn, optionsOf } from '../options.tsx'
import * as words from '../words/medicine-forms.ts'
import { useCompositionOf, useSalts } from './api.ts'
import { type FieldName, inputPropsOf, type MedicineFormApi } from './form-values.ts'
import { TaxFields } from './pack-fields.tsx'

export function BasicPanel({ form }: { form: MedicineFormApi }) {
  /** Updated when the field loses focus, so that typing triggers no lookups. */
  const [name, setName] = useState(() => form.getValues('name').trim())
  const inputs: Record<MedicineFieldIn<'basic'>, ReactNode> = {
    name: <TextField required {...inputPropsOf(form, 'name')} />,
    category: (
      <SelectField required {...inputPropsOf(form, 'category')}>
        <option value="">{words.selectCategory}</option>
        {optionsOf(medicineCategories)}
      </SelectField>
    ),
    manufacturer: <TextField {...inputPropsOf(form, 'manufacturer')} />,
    barcode: (
      <TextField
        hint={words.barcodePlaceholder}
        inputMode="numeric"
        autoComplete="off"
        {...inputPropsOf(form, 'barcode')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // A scanner ends its code with Enter, which must not submit the form.
          event.preventDefault()
          focusField(event.currentTarget.form, 'currentStock')
        }}
      />
    ),
    composition: (
      <Box gridColumn="1 / -1">
        <CompositionField form={form} name={name} />
      </Box>
    ),
  }
  return (
    <Card title={words.basicInformation}>
      <SimpleGrid
        columns={{ base: 1, md: 2 }}
        gap="4"
        onBlur={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'name') setName(target.value.trim())
        }}
      >
        {fieldsIn(inputs)}
        <TaxFields form={form} />
      </SimpleGrid>
    </Card>
  )
}

/** Moves the focus before the next key arrives. The form library's `setFocus` is too late. */
function focusField(form: HTMLFormElement | null, name: FieldName): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

const MIN_LETTERS = 2
const MOST_SALTS = 8

/** Completes the last salt of `text`, which the user is typing, from the known salts. */
function completionsOf(text: string, salts: readonly string[]): string[] {
  const [, before = '', part = ''] = /^(.*\+\s*)?(.*)$/.exec(text) ?? []
  const typed = part.toLowerCase()
  if (typed.length < MIN_LETTERS) return []
  const starting = salts.filter((salt) => salt.toLowerCase().startsWith(typed))
  return starting.slice(0, MOST_SALTS).map((salt) => `${before}${salt}`)
}

/** Suggests the salts that the name implies, in place of the hint, so that the page does not move. */
function CompositionField({ form, name }: { form: MedicineFormApi; name: string }) {
  const [isUsed, setUsed] = useState(false)
  const salts = useSalts(isUsed)
  const listId = useId()
  const composition = form.watch('composition')
  const isEmpty = !composition
  const suggested = useCompositionOf(isEmpty ? name : '')
  const take = () => {
    form.setValue('composition', suggested ?? '', { shouldDirty: true, shouldValidate: true })
    document.querySelector<HTMLElement>('[name=composition]')?.focus()
  }
  return (
    <>
      <TextField
        list={listId}
        onFocus={() => setUsed(true)}
        placeholder={words.optional}
        hint={
          isEmpty && suggested ? (
            <>
              {words.fromName}{' '}
              <TextLink asChild display="inline" overflowWrap="anywhere">
                <button type="button" onClick={take}>
                  {words.use(suggested)}
                </button>
              </TextLink>
            </>
          ) : (
            words.compositionHint
          )
        }
        {...inputPropsOf(form, 'composition')}
      />
      <datalist id={listId}>
        {completionsOf(composition ?? '', salts).map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}
