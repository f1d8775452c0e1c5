import { defineAreaBuild } from '@mms/build'

export default defineAreaBuild('sales', { devPort: 5102 })
