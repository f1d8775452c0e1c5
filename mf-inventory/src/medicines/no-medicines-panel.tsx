import { Link } from '@mms/sdk'
import { Button, EmptyState, PillIcon, PlusIcon } from '@mms/ui'
import { LoadSampleDataButton } from '../sample-data/load-sample-data-button.tsx'

interface Props {
  addLabel: string
  isAdmin: boolean
  /** Milliseconds before sample data is shown. */
  reloadAfter?: number
}

const OWN_OR_SAMPLE = 'Start with your own medicines, or load sample data to look around.'
const ASK =
  'Only an administrator can add medicines: ask the owner of the store, or load sample data to look around.'

export function NoMedicinesPanel({ addLabel, isAdmin, reloadAfter = 0 }: Props) {
  return (
    <EmptyState
      icon={<PillIcon size={32} />}
      title="No Medicines Found"
      text={isAdmin ? OWN_OR_SAMPLE : ASK}
      actions={
        <>
          {isAdmin ? (
            <Button asChild>
              <Link to="/medicines/add">
                <PlusIcon aria-hidden />
                {addLabel}
              </Link>
            </Button>
          ) : null}
          <LoadSampleDataButton reloadAfter={reloadAfter} />
        </>
      }
    />
  )
}

export function NoMatchPanel({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<PillIcon size={32} />}
      title="No Medicines Found"
      text="No medicine matches these filters."
      actions={
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
