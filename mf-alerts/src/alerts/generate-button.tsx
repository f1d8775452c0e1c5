import type { AlertGeneration } from '@mms/contracts'
import { events, notify, reasonText, serverMessage, useMutation } from '@mms/sdk'
import { Button, RetryIcon } from '@mms/ui'
import * as words from '../words/alerts.ts'
import { generateAlerts } from './api.ts'

export function GenerateButton({ onGenerated }: { onGenerated: (generation: AlertGeneration) => void }) {
  const generation = useMutation({
    mutationFn: generateAlerts,
    onSuccess: (result) => {
      notify.success(result.message)
      onGenerated(result)
      events.emit('alerts-changed', {})
    },
    onError: (error) => {
      const said = serverMessage(error)
      if (said) notify.error(said)
      else notify.error(words.generateFailed, reasonText(error))
    },
  })
  return (
    <Button loading={generation.isPending} loadingText={words.generating} onClick={() => generation.mutate()}>
      <RetryIcon aria-hidden />
      {words.generateAlertsNow}
    </Button>
  )
}
