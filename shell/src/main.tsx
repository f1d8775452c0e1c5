import { sdkVersion } from '@mms/sdk/host'
import { createRoot } from 'react-dom/client'

console.log(sdkVersion)
createRoot(document.getElementById('root') as HTMLElement).render(<p>hello</p>)
