import { startService } from '@mms/service-kit'
import { identity } from './app.ts'

await startService(identity)
