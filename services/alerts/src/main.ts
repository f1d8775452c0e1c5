import { startService } from '@mms/service-kit'
import { alerts } from './app.ts'

await startService(alerts)
