import { testSchema } from '@mms/service-kit/test-support'
import { migrations } from './list.ts'

testSchema(migrations, import.meta.dirname)
