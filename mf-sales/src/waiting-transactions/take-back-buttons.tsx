import { Button, ConfirmDialog } from '@mms/ui'
import { useState } from 'react'
import { drafts } from '../draft/draft.ts'
import type { WaitingTransaction } from '../draft/submission.ts'
import * as words from '../words/waiting-transactions.ts'
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
        {...labelOf(words.edit)}
        disabled={busy}
        onClick={() => (drafts.isKept(entry.userId) ? setAsking('replace') : void edit())}
      >
        {words.edit}
      </Button>
      <Button {...quiet} {...labelOf(words.discard)} disabled={busy} onClick={() => setAsking('discard')}>
        {words.discard}
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
        title={words.discardTransaction}
        confirmLabel={words.discard}
        onConfirm={() => {
          setAsking(null)
          discard()
        }}
        onCancel={() => setAsking(null)}
      >
        {words.discardText(entry.title)}
      </ConfirmDialog>
    </>
  )
}

interface ReplaceProps {
  open: boolean
  onReplace: () => void
  onKeep: () => void
}

export function ReplaceDialog({ open, onReplace, onKeep }: ReplaceProps) {
  return (
    <ConfirmDialog
      open={open}
      title={words.replaceQuestion}
      confirmLabel={words.replace}
      cancelLabel={words.keepTyping}
      onConfirm={onReplace}
      onCancel={onKeep}
    >
      {words.replaceText}
    </ConfirmDialog>
  )
}
