import type { Movement } from '@mms/contracts'
import { useLocalPlace, usePagedRows } from '@mms/sdk'
import { ListRegion, Text } from '@mms/ui'
import { medicineKeys } from '../keys.ts'
import { movementsPath } from './api.ts'
import { MovementsTable } from './movements-table.tsx'

/** The ledger of the medicine's stock, newest first. */
export function MovementsPanel({ medicineId }: { medicineId: string }) {
  const list = usePagedRows<Movement>(useLocalPlace(), {
    key: medicineKeys('movements', medicineId),
    path: movementsPath(medicineId),
    pageSize: 20,
    events: ['medicines-changed'],
    failureText: 'Failed to load movements',
    quiet: true,
  })
  return (
    <ListRegion
      label="movements"
      list={list}
      empty={<Text color="fg.muted">Nothing has changed the stock yet.</Text>}
    >
      {(movements, stale) => <MovementsTable movements={movements} stale={stale} />}
    </ListRegion>
  )
}
