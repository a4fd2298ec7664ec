// The package says where its types are and does not bring them.
declare module 'survey-react-ui' {
  import type { ReactElement } from 'react';
  import type { Model } from 'survey-core';
  export function Survey(props: { model: Model }): ReactElement;
}

declare module '*.css';
