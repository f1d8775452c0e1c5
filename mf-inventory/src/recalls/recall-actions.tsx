import type { BatchFlow } from '@mms/contracts'
import { notify, useSession } from '@mms/sdk'
import { Button, Flex } from '@mms/ui'
import { useState } from 'react'
import { holdBatches } from '../batches/api.ts'
import { holdQuestion, releasedText, removalQuestion } from '../batches/questions.ts'
import { ReasonDialog, type ReasonQuestion } from '../batches/reason-dialog.tsx'
import { batchCount, medicineCount, unitCount } from '../words/counts.ts'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import type { TracedBatch } from './api.ts'

interface Props {
  batches: readonly BatchFlow[]
  traced: TracedBatch
}

/** Ending a recall releases the remaining stock or removes it. */
export function RecallActions({ batches, traced }: Props) {
  const [asked, setAsked] = useState<ReasonQuestion | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const free = batches.filter(({ status }) => status !== 'recalled')
  const held = batches.filter(({ status, deleted }) => status !== 'available' && !deleted)
  const left = held.filter(({ stock }) => stock > 0)
  const button = (text: string, question: () => ReasonQuestion) => (
    <Button size="sm" variant="outline" onClick={() => setAsked(question())}>
      {text}
    </Button>
  )
  const remove = (kind: 'return' | 'write-off', text: string) =>
    button(text, () => removalQuestion(kind, left, isAdmin))
  // With a manufacturer, also releases later deliveries. Otherwise only the batches shown.
  const release = () =>
    traced.manufacturer === '' ? holdQuestion('release', held) : endRecallQuestion(traced)
  return (
    <Flex gap="2" wrap="wrap" data-screen-only>
      {free.length > 0 ? button(sharedWords.recall, () => recallQuestion(free, traced)) : null}
      {left.length > 0 ? remove('return', sharedWords.returnToSupplier) : null}
      {left.length > 0 ? remove('write-off', sharedWords.writeOff) : null}
      {held.length > 0 && isAdmin ? button(sharedWords.release, release) : null}
      {asked ? <ReasonDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </Flex>
  )
}

export const endRecallQuestion = ({ manufacturer, number }: TracedBatch): ReasonQuestion => ({
  title: words.releaseBatch(number, manufacturer),
  text: words.releaseText,
  confirmLabel: sharedWords.release,
  failure: words.releaseFailed,
  async run(reason) {
    const changed = await holdBatches('release', { manufacturer, number, reason })
    notify.success(releasedText(changed, words.released(number)))
  },
})

/** Recalls a batch number that is not in stock, so that later deliveries of it are held. */
export function RecallAnywayButton({ traced }: Pick<Props, 'traced'>) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" data-screen-only onClick={() => setAsked(true)}>
        {words.recallAnyway}
      </Button>
      {isAsked ? <ReasonDialog {...recallQuestion([], traced)} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

/** With a manufacturer, recalls every batch of the number. Otherwise only the batches shown. */
function recallQuestion(
  batches: readonly BatchFlow[],
  { manufacturer, number }: TracedBatch,
): ReasonQuestion {
  const which = manufacturer === '' ? { batchIds: batches.map(({ _id }) => _id) } : { manufacturer, number }
  const units = batches.reduce((sum, { stock, deleted }) => sum + (deleted ? 0 : stock), 0)
  return {
    title: words.recallBatch(number),
    text: words.recallText(unitCount(units), medicineCount(batches.length)),
    placeholder: words.noticeMaker,
    confirmLabel: sharedWords.recall,
    destructive: true,
    failure: words.recallFailed,
    async run(reason) {
      const held = await holdBatches('recall', { ...which, reason })
      notify.success(words.batchesRecalled(batchCount(held.length)))
    },
  }
}
