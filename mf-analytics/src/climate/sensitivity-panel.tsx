import { type ClimatePrediction, SENSITIVITY_THRESHOLD } from '@mms/contracts'
import { Badge, Box, Card, type Column, DataTable, formatCount, Stack, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { CollapsedReasons, MedicineLink, MultiplierBadge } from '../demand/medicine-parts.tsx'
import { formatMultiplier } from '../figures.ts'
import * as words from '../words/climate.ts'
import * as sharedWords from '../words/shared.ts'

/** Maximum rows drawn. A store may have 10,000 medicines. */
const SHOWN = 100

const columns: Column<ClimatePrediction>[] = [
  {
    header: sharedWords.medicine,
    primary: true,
    cell: (row) => <MedicineLink id={row._id} name={row.medicine} />,
  },
  { header: sharedWords.category, cell: (row) => row.category },
  {
    header: words.demandMultiplier,
    cell: (row) => (
      <MultiplierBadge multiplier={row.predictedDemandMultiplier}>
        {formatMultiplier(row.predictedDemandMultiplier)}
      </MultiplierBadge>
    ),
  },
  { header: words.stockStatus, cell: (row) => <StockStatus row={row} /> },
  {
    header: words.reasons,
    wrap: true,
    cell: (row) => <CollapsedReasons prediction={row} />,
  },
]

const byMultiplier = (a: ClimatePrediction, b: ClimatePrediction) =>
  b.predictedDemandMultiplier - a.predictedDemandMultiplier || a.medicine.localeCompare(b.medicine)

export function SensitivityPanel({ predictions }: { predictions: readonly ClimatePrediction[] }) {
  const rows = predictions
    .filter(({ predictedDemandMultiplier }) => predictedDemandMultiplier > SENSITIVITY_THRESHOLD)
    .sort(byMultiplier)
  const caption = words.sensitiveMedicines
  return (
    <Card
      title={caption}
      text={rows.length > SHOWN ? words.highestOf(SHOWN, formatCount(rows.length)) : words.sensitiveText}
    >
      {rows.length === 0 ? (
        <Text color="fg.muted">{words.noneSensitive}</Text>
      ) : (
        <Box mx="-4" mb="-4" borderTopWidth="1px">
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows.slice(0, SHOWN)}
            rowKey={(row) => row._id}
            isHighlighted={({ needsRestock }) => needsRestock}
          />
        </Box>
      )}
    </Card>
  )
}

function StockStatus({ row }: { row: ClimatePrediction }) {
  return (
    <Stack gap="0.5" align={{ base: 'end', lg: 'start' }}>
      <Badge colorPalette={row.needsRestock ? tones.danger : tones.good}>
        {row.needsRestock ? sharedWords.restockNeeded : sharedWords.adequate}
      </Badge>
      <Text color="fg.muted" textStyle="xs">
        {words.inStock(formatCount(row.currentStock))}
      </Text>
    </Stack>
  )
}
