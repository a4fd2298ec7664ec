import 'survey-core/survey-core.css';
import { createRoot } from 'react-dom/client';
import { Survey } from 'survey-react-ui';
import { surveyModel } from '../peer-survey.ts';
import { asked, root } from './page.ts';

const { form, page } = asked();
// By itself a text counts only when it is left: then nothing would follow a key.
const model = surveyModel(form, form.pages, {
  textUpdateMode: 'onTyping',
  focusFirstQuestionAutomatic: false,
});
model.currentPageNo = page;
createRoot(root()).render(<Survey model={model} />);
