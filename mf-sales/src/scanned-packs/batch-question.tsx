import type { ScannedPack } from '@mms/contracts'
import { Button, Dialog } from '@mms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { beepRefusal } from '../scanner/beep.ts'

interface Scanned {
  pack: ScannedPack
  medicine: PickedMedicine
}

/** Asks which part of a scanned batch number is the batch, unless the pack scanned before answers it. */
export function useBatchQuestion(take: (pack: ScannedPack, medicine: PickedMedicine) => void) {
  const [asked, ask] = useState<Scanned | null>(null)
  const [answered, setAnswered] = useState<Scanned | null>(null)
  const takeAnswer = useEffectEvent(({ pack, medicine }: Scanned) => take(pack, medicine))
  // In an effect, because the closing dialog gives the focus back first.
  useEffect(() => {
    if (answered) takeAnswer(answered)
  }, [answered])
  const answer = (pack?: ScannedPack) => {
    ask(null)
    if (asked && pack) setAnswered({ ...asked, pack })
  }
  return {
    dialog: asked ? <BatchDialog {...asked} onAnswer={answer} /> : null,
    settle: (pack: ScannedPack, medicine: PickedMedicine, before: ScannedPack | undefined) => {
      const readings = readingsOf(pack)
      const known = readings.length > 1 ? readings.find(({ batch }) => batch === before?.batch) : pack
      if (known) return take(known, medicine)
      beepRefusal()
      ask({ pack, medicine })
    },
  }
}

function readingsOf({ doubts = [], ...whole }: ScannedPack): ScannedPack[] {
  return [whole, ...doubts.map((reading) => ({ ...whole, ...reading }))]
}

interface Props extends Scanned {
  onAnswer: (pack?: ScannedPack) => void
}

/** Focus starts on Close, so that the Enter of the next scan answers nothing. */
const BatchDialog = ({ pack, medicine, onAnswer }: Props) => (
  <Dialog
    open
    role="alertdialog"
    title="Which is the batch number?"
    onClose={() => onAnswer()}
    footer={readingsOf(pack).map((reading) => (
      <Button key={reading.batch} variant="outline" onClick={() => onAnswer(reading)}>
        {reading.batch}
      </Button>
    ))}
  >
    The code of {medicine.name} does not show where the batch number ends and the serial number begins.
    Compare it with the pack.
  </Dialog>
)
