import type { SettingChange } from '@mms/contracts'
import { Card, type Column, DataTable, formatInstant, Text } from '@mms/ui'

const names: Record<string, string> = {
  city: 'City',
  seasonScheme: 'Seasons',
  seasonOverride: 'Season by hand',
  climateOverride: 'Climate by hand',
  leadTimeDays: 'Lead time in days',
  reviewPeriodDays: 'Review period in days',
  serviceLevel: 'Service level',
}

/** `describeValue({ season: 'winter', until: '2026-12-01' }) // 'winter, 2026-12-01'` */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? Object.values(value).join(', ') : String(value)
}

const columns: Column<SettingChange>[] = [
  { header: 'Setting', primary: true, cell: ({ setting }) => names[setting] ?? setting },
  { header: 'Before', wrap: true, cell: ({ from }) => describeValue(from) },
  { header: 'After', wrap: true, cell: ({ to }) => describeValue(to) },
  { header: 'Changed by', wrap: true, cell: ({ by }) => by.name },
  { header: 'When', cell: ({ at }) => formatInstant(at) },
]

/** Who changed what, newest first. */
export function ChangesPanel({ changes }: { changes: readonly SettingChange[] }) {
  return (
    <Card title="Changes" p={{ base: '4', md: '6' }}>
      {changes.length === 0 ? (
        <Text color="fg.muted">Nothing was changed yet.</Text>
      ) : (
        <DataTable
          caption="Changes of the settings"
          columns={columns}
          rows={changes}
          rowKey={({ at, setting }) => `${at} ${setting}`}
        />
      )}
    </Card>
  )
}
