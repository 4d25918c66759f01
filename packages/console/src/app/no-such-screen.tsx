import { Link } from "@tanstack/react-router";
import { Page } from "../parts/page.tsx";
import { texts } from "../texts/texts.ts";

export function NoSuchScreen() {
  return (
    <Page title={texts.frame.noSuchScreen}>
      <p>
        <Link to="/">{texts.overview.title}</Link>
      </p>
    </Page>
  );
}
