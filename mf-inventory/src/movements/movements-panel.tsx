import type { Movement } from '@mms/contracts'
import { useLocalPlace, usePagedRows } from '@mms/sdk'
import { Button, Card, ListRegion, Text } from '@mms/ui'
import { useState } from 'react'
import { medicineKeys } from '../keys.ts'
import { movementsPath } from './api.ts'
import { MovementsTable } from './movements-table.tsx'

/** The ledger of the medicine's stock, fetched when it is opened. */
export function MovementsPanel({ medicineId }: { medicineId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Card
      title="Movements"
      text="Everything that changed the stock, newest first."
      actions={
        <Button
          size="sm"
          variant="outline"
          flexShrink={0}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide movements' : 'Show movements'}
        </Button>
      }
    >
      {open ? <Movements medicineId={medicineId} /> : null}
    </Card>
  )
}

function Movements({ medicineId }: { medicineId: string }) {
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
      frame="inside"
      empty={<Text color="fg.muted">Nothing has changed the stock yet.</Text>}
    >
      {(movements, stale) => <MovementsTable movements={movements} stale={stale} />}
    </ListRegion>
  )
}
