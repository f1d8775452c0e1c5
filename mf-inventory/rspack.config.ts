import { defineAreaBuild } from '@mms/build'

export default defineAreaBuild('inventory', { devPort: 5101 })
