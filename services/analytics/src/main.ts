import { startService } from '@mms/service-kit'
import { analytics } from './app.ts'

await startService(analytics)
