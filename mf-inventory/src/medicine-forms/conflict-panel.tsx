import { Alert, Button, EditList, ProblemCard, SaveNotice, Text } from '@mms/ui'
import { fieldLabels } from './form-values.ts'
import type { Conflict } from './use-conflict.ts'
import type { MedicineEdit } from './versions.ts'

const TITLE = 'Somebody changed this medicine meanwhile'

/** Shows that another user saved first, and offers the ways on. */
export function ConflictPanel({ conflict }: { conflict: Conflict }) {
  if (conflict.state.step === 'none') return null
  return (
    <SaveNotice key={conflict.state.step}>
      <ConflictCard conflict={conflict} />
    </SaveNotice>
  )
}

function ConflictCard({ conflict }: { conflict: Conflict }) {
  const { state } = conflict
  switch (state.step) {
    case 'none':
      return null
    case 'asking':
      return (
        <Alert status="warning" title={TITLE}>
          Loading what it is now...
        </Alert>
      )
    case 'unknown':
      return (
        <ProblemCard title={TITLE} onRetry={() => void conflict.raise()}>
          What it is now could not be loaded. Nothing you typed is lost.
        </ProblemCard>
      )
    case 'deleted':
      return (
        <Alert status="error" title="Somebody deleted this medicine meanwhile">
          It cannot be saved any more. What you typed stays here until you leave.
        </Alert>
      )
    case 'found':
      return <Choice conflict={conflict} theirs={state.theirs} mine={state.mine} />
    case 'loaded':
      return (
        <Alert
          title="These are the current values"
          actions={
            <Button size="sm" onClick={conflict.applyMine}>
              Apply my changes again
            </Button>
          }
        >
          <EditList labels={fieldLabels} title="Your own changes are kept:" edits={state.mine} />
        </Alert>
      )
    case 'merged':
      return (
        <Alert title="Your changes stand on the current values now">
          Nothing is saved yet: look them over and save again.
        </Alert>
      )
  }
}

function Choice({
  conflict,
  theirs,
  mine,
}: {
  conflict: Conflict
  theirs: MedicineEdit[]
  mine: MedicineEdit[]
}) {
  return (
    <Alert
      status="warning"
      title={TITLE}
      actions={
        <>
          <Button size="sm" onClick={conflict.applyMine}>
            Keep my changes
          </Button>
          <Button size="sm" variant="outline" bg="bg.panel" onClick={conflict.loadCurrent}>
            Load the current values
          </Button>
        </>
      }
    >
      <Text>
        It was not saved: after you opened this form somebody else saved the medicine, or a sale or delivery
        moved its stock. Nothing you typed is lost.
      </Text>
      <EditList labels={fieldLabels} title="Changed meanwhile:" edits={theirs} />
      <EditList labels={fieldLabels} title="Changed by you, not saved:" edits={mine} />
    </Alert>
  )
}
