import { Button, ConfirmDialog } from '@mms/ui'
import { useState } from 'react'
import { drafts } from '../draft/draft.ts'
import type { WaitingTransaction } from '../draft/submission.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import type { useWithdraw } from './use-withdraw.ts'

const quiet = { size: 'sm', variant: 'outline', bg: 'bg.panel' } as const

interface Props {
  entry: WaitingTransaction
  decision: ReturnType<typeof useWithdraw>
  named?: boolean
}

export function TakeBackButtons({ entry, decision, named = false }: Props) {
  const [asking, setAsking] = useState<'replace' | 'discard' | null>(null)
  const { busy, edit, discard } = decision
  const labelOf = (action: string) => (named ? { 'aria-label': `${action} ${entry.title}` } : {})
  return (
    <>
      <Button
        {...quiet}
        {...labelOf('Edit')}
        disabled={busy}
        onClick={() => (drafts.isKept(entry.userId) ? setAsking('replace') : void edit())}
      >
        Edit
      </Button>
      <Button {...quiet} {...labelOf('Discard')} disabled={busy} onClick={() => setAsking('discard')}>
        Discard
      </Button>
      <ReplaceDialog
        open={asking === 'replace'}
        onReplace={() => {
          setAsking(null)
          void edit()
        }}
        onKeep={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'discard'}
        destructive
        title="Discard this transaction?"
        confirmLabel="Discard"
        onConfirm={() => {
          setAsking(null)
          discard()
        }}
        onCancel={() => setAsking(null)}
      >
        {entry.title}. It is not sent any more, and stands in the history as discarded. If it was recorded
        already, it stays recorded, and this page says so.
      </ConfirmDialog>
    </>
  )
}
