import { packText } from '@mms/contracts'
import { Badge, Box, Button, DeleteIcon, Flex, Grid, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useEffect, useRef } from 'react'
import { formatPaise } from '../amounts.ts'
import { Action } from '../elements.tsx'
import * as words from '../words/bills.ts'
import { type BillEntry, type DraftLine, type DraftSums, missingUnitsOf, offeredUnits } from './draft.ts'

interface Props {
  entries: readonly BillEntry[]
  result: DraftSums
  selected: string | undefined
  onSelect: (entryId: string) => void
  onRemove: (entryId: string) => void
  onTakeOffer: (entry: BillEntry) => void
}

export function LineList({ entries, result, ...props }: Props) {
  if (entries.length === 0) {
    return (
      <Text color="fg.muted" py="6" textAlign="center">
        {words.typeOrScan}
      </Text>
    )
  }
  return (
    <Box as="ol" listStyleType="none" aria-label={words.billLines} m="0" p="0">
      {entries.map((entry, at) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          number={at + 1}
          parts={partsOf(entry, result)}
          short={missingUnitsOf(entries, entry)}
          {...props}
        />
      ))}
    </Box>
  )
}

interface Part {
  line: DraftLine
  /** Undefined if the bill has a problem. */
  sum: DraftSums['sums']['lines'][number] | undefined
}

const partsOf = (entry: BillEntry, { lines, sums }: DraftSums): Part[] =>
  lines.map((line, at) => ({ line, sum: sums.lines[at] })).filter(({ line }) => line.entry.id === entry.id)

interface RowProps extends Omit<Props, 'entries' | 'result'> {
  entry: BillEntry
  number: number
  parts: readonly Part[]
  short: number
}

function EntryRow({ entry, number, parts, short, selected, ...props }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isSelected = selected === entry.id
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected])
  const { medicine, refusal } = entry
  return (
    <Box
      as="li"
      ref={row}
      aria-current={isSelected}
      onClick={() => props.onSelect(entry.id)}
      borderTopWidth="1px"
      borderStartWidth="4px"
      borderStartColor={refusal ? 'border.error' : isSelected ? 'colorPalette.solid' : 'transparent'}
      bg={isSelected ? 'bg.muted' : undefined}
      py="2"
      px="2"
    >
      <Flex gap="2" justify="space-between" align="start">
        <Text fontWeight="semibold" overflowWrap="anywhere" minW="0">
          {number}. {medicine.name}{' '}
          {medicine.schedule === 'none' ? null : (
            <Badge colorPalette={tones.apart}>{medicine.schedule}</Badge>
          )}
        </Text>
        <Button
          size="xs"
          variant="ghost"
          aria-label={words.removeNamed(medicine.name)}
          onClick={() => props.onRemove(entry.id)}
        >
          <DeleteIcon size={16} aria-hidden />
        </Button>
      </Flex>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
        <PartRow key={at} {...part} />
      ))}
      {short > 0 ? (
        <Text color="fg.warning" textStyle="sm">
          {words.moreThanStock(packText(short, medicine))}
        </Text>
      ) : null}
      {refusal ? <RefusalRow entry={entry} {...refusal} onTake={() => props.onTakeOffer(entry)} /> : null}
    </Box>
  )
}

function PartRow({ line: { entry, units, batch, packPrice }, sum }: Part) {
  const { medicine } = entry
  return (
    <Grid
      templateColumns={{ base: '1fr auto', md: '9rem 1fr 9rem 7rem' }}
      columnGap="3"
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
    >
      <Text>{packText(units, medicine)}</Text>
      <Text color="fg.muted" overflowWrap="anywhere">
        {batch ? words.batchWords(batch) : words.firstToExpire}
        {batch?.reason ? ` (${batch.reason})` : ''}
      </Text>
      <Text color="fg.muted" textAlign={{ md: 'end' }}>
        {formatPaise(packPrice)} {medicine.packSize > 1 ? words.perPack(medicine.packWord) : words.each}
        {sum && sum.discount > 0 ? `, −${formatPaise(sum.discount)}` : ''}
      </Text>
      <Text fontWeight="semibold" textAlign="end">
        {sum ? formatPaise(sum.gross - sum.discount) : ''}
      </Text>
    </Grid>
  )
}

type RefusalProps = NonNullable<BillEntry['refusal']> & { entry: BillEntry; onTake: () => void }

function RefusalRow({ entry, message, offer, onTake }: RefusalProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center" mt="1">
      <Text color="fg.error" fontWeight="semibold" role="alert">
        {message}
      </Text>
      {offer ? <Action size="xs" label={offerText(entry, offer)} onClick={onTake} /> : null}
    </Flex>
  )
}

function offerText(entry: BillEntry, offer: NonNullable<RefusalProps['offer']>): string {
  const { packSize, packPrice } = offer
  const offered = packText(offeredUnits(entry, offer), { ...entry.medicine, packSize })
  return offer.units > 0 ? words.sellAt(offered, formatPaise(packPrice)) : words.removeLine
}
