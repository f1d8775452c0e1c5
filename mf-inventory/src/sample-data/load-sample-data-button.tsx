import { ApiError, events, notify, serverMessage, useMutation } from '@mms/sdk'
import { Button, DatabaseIcon } from '@mms/ui'
import { loadSampleData, NotLoaded } from './api.ts'

/** Lists and counts reload on the event. */
export function LoadSampleDataButton({ reloadAfter = 0 }: { reloadAfter?: number }) {
  const loading = useMutation({
    mutationFn: loadSampleData,
    onSuccess: async (count) => {
      notify.success(`Successfully loaded ${count} sample medicines!`)
      if (reloadAfter > 0) await new Promise((resolve) => setTimeout(resolve, reloadAfter))
      events.emit('medicines-changed', { medicineIds: [] })
    },
    onError: (error) => notify.error(failureText(error)),
  })
  return (
    <Button
      variant="outline"
      loading={loading.isPending}
      loadingText="Loading sample data..."
      onClick={() => loading.mutate()}
    >
      <DatabaseIcon aria-hidden />
      Load Sample Data
    </Button>
  )
}

/** Texts from the specification (§8). */
function failureText(error: Error): string {
  if (error instanceof NotLoaded) return error.message
  if (!(error instanceof ApiError)) return `Request failed: ${error.message}`
  switch (error.kind) {
    case 'response':
      return `Error: ${serverMessage(error) ?? error.message}`
    case 'network':
    case 'timeout':
      return 'No response received from server. Please check your connection.'
    case 'other':
      return `Request failed: ${error.message}`
  }
}
