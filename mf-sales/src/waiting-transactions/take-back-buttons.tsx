import { ConfirmDialog } from '@mms/ui'
import { useState } from 'react'
import { drafts } from '../draft/draft.ts'
import type { WaitingTransaction } from '../draft/submission.ts'
import { Action } from '../elements.tsx'
import * as words from '../words/waiting-transactions.ts'
import type { useWithdraw } from './use-withdraw.ts'

interface Props {
  entry: WaitingTransaction
  decision: ReturnType<typeof useWithdraw>
  named?: boolean
}

export function TakeBackButtons({ entry, decision, named = false }: Props) {
  const [asking, setAsking] = useState<'replace' | 'discard' | null>(null)
  const { busy, edit, discard } = decision
  const lookOf = (label: string) => ({
    label,
    bg: 'bg.panel',
    disabled: busy,
    ...(named && { 'aria-label': `${label} ${entry.title}` }),
  })
  return (
    <>
      <Action
        {...lookOf(words.edit)}
        onClick={() => (drafts.isKept(entry.userId) ? setAsking('replace') : void edit())}
      />
      <Action {...lookOf(words.discard)} onClick={() => setAsking('discard')} />
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
