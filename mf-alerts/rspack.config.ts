import { defineAreaBuild } from '@mms/build'

export default defineAreaBuild('alerts', { devPort: 5104 })
