import { startService } from '@mms/service-kit'
import { sales } from './app.ts'

await startService(sales)
