import {
  type ConvertPack,
  convertPackSchema,
  countText,
  MAX_PACK_SIZE,
  type Medicine,
  packWords,
  pluralOf,
  unitPriceOf,
  unitWords,
} from '@mms/contracts'
import { notify, useMutation } from '@mms/sdk'
import { Button, formatRupees, NumberField, SelectField, SimpleGrid, Text } from '@mms/ui'
import { type FormEvent, useState } from 'react'
import { FailureAlert, FormDialog } from '../form-dialog.tsx'
import { convertPack } from '../medicines/api.ts'
import { optionsOf } from '../options.tsx'
import * as words from '../words/medicine.ts'
import * as sharedWords from '../words/shared.ts'

/** Changes stock from packs to loose units. There is no way back once loose units may have been sold. */
export function ConvertPackButton({ medicine }: { medicine: Medicine }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" alignSelf="start" data-screen-only onClick={() => setAsked(true)}>
        {words.countInTablets}
      </Button>
      {isAsked ? <ConvertPackDialog medicine={medicine} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

export function ConvertPackDialog({ medicine, onClose }: { medicine: Medicine; onClose: () => void }) {
  const [size, setSize] = useState('')
  const [packWord, setPackWord] = useState(medicine.packWord === 'pack' ? 'strip' : medicine.packWord)
  const [unitWord, setUnitWord] = useState(medicine.unitWord === 'unit' ? 'tablet' : medicine.unitWord)
  const [isTried, setTried] = useState(false)
  const parsed = convertPackSchema.safeParse({ packSize: Number(size), packWord, unitWord })
  const saving = useMutation({
    mutationFn: (body: ConvertPack) => convertPack(medicine, body),
    onSuccess: () => {
      notify.success(words.countedIn(medicine.name, pluralOf(unitWord)))
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (parsed.success && !saving.isPending) saving.mutate(parsed.data)
  }
  return (
    <FormDialog
      title={words.countIn(pluralOf(unitWord))}
      submitLabel={words.convert}
      isSaving={saving.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <NumberField
          label={words.unitsInPack(
            pluralOf(unitWord).replace(/^./, (letter) => letter.toUpperCase()),
            packWord,
          )}
          required
          min={2}
          max={MAX_PACK_SIZE}
          step={1}
          inputMode="numeric"
          value={size}
          onChange={({ target }) => setSize(target.value)}
          error={isTried && !parsed.success ? words.packSizeInvalid(MAX_PACK_SIZE) : undefined}
        />
        <SelectField
          label={sharedWords.pack}
          value={packWord}
          onChange={({ target }) => setPackWord(target.value)}
        >
          {optionsOf(packWords)}
        </SelectField>
        <SelectField
          label={sharedWords.unit}
          value={unitWord}
          onChange={({ target }) => setUnitWord(target.value)}
        >
          {optionsOf(unitWords)}
        </SelectField>
      </SimpleGrid>
      {parsed.success ? <Preview medicine={medicine} pack={parsed.data} /> : null}
      <Text>{words.convertText}</Text>
      <FailureAlert error={saving.error} title={words.notConverted} />
    </FormDialog>
  )
}

function Preview({ medicine, pack }: { medicine: Medicine; pack: ConvertPack }) {
  const { currentStock, unitPrice } = medicine
  const { packSize, packWord, unitWord } = pack
  const becomes = currentStock === 1 ? 'becomes' : 'become'
  const stock = `${countText(currentStock, packWord)} ${becomes} ${countText(currentStock * packSize, unitWord)}`
  return (
    <Text fontWeight="medium">
      {currentStock > 0 ? `${stock}. ` : ''}
      {words.priceStays(
        formatRupees(unitPrice),
        packWord,
        formatRupees(unitPriceOf(unitPrice, packSize)),
        unitWord,
      )}
    </Text>
  )
}
