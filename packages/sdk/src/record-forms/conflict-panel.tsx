import { Alert, Button, EditList, ProblemCard, SaveNotice, Text } from '@mms/ui'
import type { Conflict } from './use-conflict.ts'

interface Props {
  conflict: Conflict
  noun: string
  alsoChangedBy?: string | undefined
  labels: Record<string, string>
}

export function ConflictPanel(props: Props) {
  const { step } = props.conflict.state
  if (step === 'none') return null
  return (
    <SaveNotice key={step}>
      <ConflictCard {...props} />
    </SaveNotice>
  )
}

const titleOf = (noun: string) => `Someone else changed ${noun.endsWith('s') ? 'these' : 'this'} ${noun}`

function ConflictCard(props: Props) {
  const { conflict, noun, labels } = props
  const { state } = conflict
  switch (state.step) {
    case 'none':
      return null
    case 'asking':
      return (
        <Alert status="warning" title={titleOf(noun)}>
          Loading the current values...
        </Alert>
      )
    case 'unknown':
      return (
        <ProblemCard title={titleOf(noun)} onRetry={() => void conflict.raise()}>
          The current values could not be loaded. Nothing you typed is lost.
        </ProblemCard>
      )
    case 'deleted':
      return (
        <Alert status="error" title={`Somebody deleted this ${noun} meanwhile`}>
          Your changes can no longer be saved. They stay here until you leave.
        </Alert>
      )
    case 'found':
      return <Choice {...props} state={state} />
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
          <EditList labels={labels} title="Your own changes are kept:" edits={state.mine} />
        </Alert>
      )
    case 'merged':
      return (
        <Alert title="Your changes now apply to the current values">
          Nothing is saved yet: check them and save again.
        </Alert>
      )
  }
}

type Found = Extract<Conflict['state'], { step: 'found' }>

function Choice({ conflict, noun, alsoChangedBy, labels, state }: Props & { state: Found }) {
  return (
    <Alert
      status="warning"
      title={titleOf(noun)}
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
        It was not saved: after you opened this form somebody else saved the {noun}
        {alsoChangedBy ? `, or ${alsoChangedBy}` : ''}. Nothing you typed is lost.
      </Text>
      <EditList labels={labels} title="Changed meanwhile:" edits={state.theirs} />
      <EditList labels={labels} title="Changed by you, not saved:" edits={state.mine} />
    </Alert>
  )
}
