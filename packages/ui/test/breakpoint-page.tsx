import { createRoot } from 'react-dom/client'
import { UiProvider } from '../src/theme/ui-provider.tsx'

/** The page in whose sheets the browser test of breakpoints writes. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <UiProvider nonce="test-nonce">
    <p>Fits</p>
  </UiProvider>,
)
