import { type ListAddress, reasonText } from '@mms/sdk'
import { Alert, Badge, Button, DataTable, EmptyState, Flex, ReceiptIcon, Text } from '@mms/ui'
import type { ComponentProps } from 'react'
import * as words from './words/area.ts'

interface FigureListProps {
  figures: readonly (readonly [name: string, figure: string])[]
  label?: string
}

export const FigureList = ({ figures, label }: FigureListProps) => (
  <Flex as="dl" aria-label={label} columnGap="8" rowGap="3" wrap="wrap">
    {figures.map(([name, figure]) => (
      <div key={name}>
        <Text as="dt" color="fg.muted" textStyle="xs">
          {name}
        </Text>
        <Text as="dd" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {figure}
        </Text>
      </div>
    ))}
  </Flex>
)

interface NothingFoundProps {
  /** `what` is the singular noun of the list, `verb` how users get the first item. */
  what: string
  verb: string
  address: Pick<ListAddress<Record<string, string>>, 'filterCount' | 'clearFilters'>
}

export function NothingFound({ what, verb, address }: NothingFoundProps) {
  const isFiltered = address.filterCount > 0
  const first = words.appearHere(what.charAt(0).toUpperCase(), what.slice(1), verb)
  return (
    <EmptyState
      icon={<ReceiptIcon size={32} />}
      title={words.noneFound(what)}
      text={isFiltered ? words.noneMatches(what) : first}
      actions={
        isFiltered ? <Action label={words.clearFilters} size="md" onClick={address.clearFilters} /> : null
      }
    />
  )
}

type ActionProps = Omit<ComponentProps<typeof Button>, 'children'> & { label: string }

export const Action = ({ label, ...button }: ActionProps) => (
  <Button size="sm" variant="outline" {...button}>
    {label}
  </Button>
)

/** Props of a field for typed rupees or quantities, which the browser must not fill in. */
export const typedAmount = { inputMode: 'decimal', autoComplete: 'off' } as const

/** Options of a select field. */
export const Options = ({ of }: { of: readonly (readonly [value: string, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** Says why a request failed. Nothing without an error. */
export const FailureAlert = ({ title, error }: { title: string; error: unknown }) =>
  error ? (
    <Alert status="error" title={title}>
      {reasonText(error)}
    </Alert>
  ) : null

type RecordTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rowKey'>

export const RecordTable = <Row extends { _id: string }>(table: RecordTableProps<Row>) => (
  <DataTable {...table} rowKey={({ _id }) => _id} />
)

interface BadgesProps extends ComponentProps<typeof Flex> {
  of: readonly (readonly [isShown: unknown, tone: string, text: string])[]
}

export const Badges = ({ of, ...flex }: BadgesProps) => (
  <Flex gap="1.5" wrap="wrap" {...flex}>
    {of.map(([isShown, tone, text]) =>
      isShown ? (
        <Badge key={text} colorPalette={tone}>
          {text}
        </Badge>
      ) : null,
    )}
  </Flex>
)
