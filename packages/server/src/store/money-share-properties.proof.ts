import "./money-share-properties.test.ts";
