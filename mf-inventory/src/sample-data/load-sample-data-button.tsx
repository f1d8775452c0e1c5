import { ApiError, events, notify, serverMessage, useMutation } from '@mms/sdk'
import { Button, DatabaseIcon } from '@mms/ui'
import * as words from '../words/sample-data.ts'
import { loadSampleData, SampleDataNotLoadedError } from './api.ts'

/** Emits an event on which lists and counts reload. */
export function LoadSampleDataButton({ reloadAfter = 0 }: { reloadAfter?: number }) {
  const loading = useMutation({
    mutationFn: loadSampleData,
    onSuccess: async (count) => {
      notify.success(words.loaded(count))
      if (reloadAfter > 0) await new Promise((resolve) => setTimeout(resolve, reloadAfter))
      events.emit('medicines-changed', { medicineIds: [] })
    },
    onError: (error) => notify.error(failureText(error)),
  })
  return (
    <Button
      variant="outline"
      loading={loading.isPending}
      loadingText={words.loadingSampleData}
      onClick={() => loading.mutate()}
    >
      <DatabaseIcon aria-hidden />
      {words.loadSampleData}
    </Button>
  )
}

/** Texts from the specification (§8). */
function failureText(error: Error): string {
  if (error instanceof SampleDataNotLoadedError) return error.message
  if (!(error instanceof ApiError)) return words.requestFailed(error.message)
  switch (error.kind) {
    case 'response':
      return words.error(serverMessage(error) ?? error.message)
    case 'network':
    case 'timeout':
      return words.noResponse
    case 'other':
      return words.requestFailed(error.message)
  }
}
