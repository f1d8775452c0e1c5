import { startService } from '@mms/service-kit'
import { inventory } from './app.ts'

await startService(inventory)
